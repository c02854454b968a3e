/** The result of one check of the doctor. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  /** The finding, in a sentence. */
  readonly found: string
  /** The remedy; null if nothing is wrong. */
  readonly advice: string | null
}

/** Makes a finding, with its advice only if something is wrong. */
export function finding(check: string, ok: boolean, found: string, advice: string): Finding {
  return { check, ok, found, advice: ok ? null : advice }
}
