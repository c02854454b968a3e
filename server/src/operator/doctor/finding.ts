/** The result of one check of the doctor. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  /** The finding, in a sentence. */
  readonly found: string
  /** The remedy, or a hint about something that is not wrong; null if there is nothing to do. */
  readonly advice: string | null
}

/** Makes a finding, with its advice only if something is wrong. */
export function finding(check: string, ok: boolean, found: string, advice: string): Finding {
  return { check, ok, found, advice: ok ? null : advice }
}

/** Makes a finding that is not wrong, with a hint about what is still to do. */
export function note(check: string, found: string, hint: string): Finding {
  return { check, ok: true, found, advice: hint }
}
