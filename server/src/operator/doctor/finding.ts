/** One thing the doctor looked at. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  /** What was found, in a sentence. */
  readonly found: string
  /** What to do about it; null when nothing is. */
  readonly advice: string | null
}

/** A finding, with the advice that belongs to it when it is not well. */
export function finding(check: string, ok: boolean, found: string, advice: string): Finding {
  return { check, ok, found, advice: ok ? null : advice }
}
