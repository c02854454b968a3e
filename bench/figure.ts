import type { Place } from './place.ts'

/** One figure of the product: what is measured, against what, and what is to be reached. */
export interface Figure {
  /** As it is asked for: `P1`. */
  readonly name: string
  readonly what: string
  readonly goal: string
  /** Measures it and says what was found, line by line. */
  measure(how: Measuring): Promise<void>
  /** Makes what `--against` compares between two checkouts, at a place of either; left out: that cannot be compared. */
  prepareBurst?(place: Place): Promise<Burst>
}

/** Asks a server as fast as answers come, for so many seconds; answers how many came in one. */
export type Burst = (seconds: number) => Promise<number>

export interface Measuring {
  /** How long one round lasts; figures that count instead of waiting count in proportion to it. */
  readonly seconds: number
  /** Rounds of each side, which take turns. */
  readonly rounds: number
  /** The device that looks at the app: the simulated phone of Lighthouse, or its desk. */
  readonly preset: 'phone' | 'desktop'
  /** Where the measured process leaves a CPU profile when it ends; null for none. */
  readonly profileDir: string | null
  say(line: string): void
}
