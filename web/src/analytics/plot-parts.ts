/** A day or a week of a plot. */
export interface PlotStep {
  /** Its first day, such as `2026-10-13`. */
  readonly day: string
  /** Which days it is about, in words. */
  readonly name: string
  /** The reading of the plot there. */
  readonly words: string
}

/** Words at an edge of a plot; `at` is 0 to 1 from its beginning. */
export interface PlotLabel {
  readonly at: number
  readonly words: string
  /** Whether a phone has no room for it. */
  readonly isSpare?: boolean
}
