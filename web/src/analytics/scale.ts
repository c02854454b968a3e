/** A line of a plot with its words: `at` is 0 at the bottom and 1 at the top. */
export interface Tick {
  readonly at: number
  readonly value: number
}

/** The lines of a plot of counts, from 0 to a round number that no count exceeds. */
export function countTicks(most: number): Tick[] {
  const top = topOf(most)
  return (top === 1 ? [0, 1] : [0, top / 2, top]).map((value) => ({ at: value / top, value }))
}

/** A round number of at least this, whose half is a whole number too. */
function topOf(most: number): number {
  if (most <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  const steps = power === 1 ? [2, 4, 6, 8, 10] : [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10]
  return (steps.find((step) => step * power >= most) ?? 10) * power
}

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const times = [100, second, 10 * second, minute, 10 * minute, hour, day, 10 * day, 100 * day]

/**
 * The lines of a plot of times in milliseconds, which may differ a thousandfold: each line is many times the one below.
 * Without any times there are the two lowest lines.
 */
export function timeTicks(known: readonly number[]): Tick[] {
  const [shortest, longest] = [Math.min(...known), Math.max(...known)]
  const last = times.length - 1
  const from = known.length === 0 ? 0 : times.findLastIndex((time) => time <= shortest)
  const to = times.findIndex((time) => time >= longest)
  const first = Math.min(Math.max(from, 0), last - 1)
  const shown = times.slice(first, Math.max(first + 1, to < 0 ? last : to) + 1)
  const [low = 1, high = 10] = [shown[0], shown.at(-1)]
  return shown.map((value) => ({ at: shareOf(value, low, high), value }))
}

/** How high a time stands between the lowest and the highest line, 0 to 1. */
export function timeHeight(ms: number, ticks: readonly Tick[]): number {
  const [low = 1, high = 10] = [ticks[0]?.value, ticks.at(-1)?.value]
  return Math.min(1, Math.max(0, shareOf(ms, low, high)))
}

function shareOf(ms: number, low: number, high: number): number {
  return Math.log(Math.max(ms, 1) / low) / Math.log(high / low)
}
