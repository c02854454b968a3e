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

/** The lines of a plot of times in milliseconds, which may differ a thousandfold: each line is many times the one below. */
export function timeTicks(shortest: number, longest: number): Tick[] {
  const from = Math.max(
    0,
    times.findLastIndex((time) => time <= shortest),
  )
  const to = Math.max(
    from + 1,
    times.findIndex((time) => time >= longest),
  )
  const shown = times.slice(from, to + 1)
  return shown.map((value) => ({ at: heightOf(value, shown), value }))
}

/** How high a time stands between the lowest and the highest line, 0 to 1. */
export function timeHeight(ms: number, ticks: readonly Tick[]): number {
  return Math.min(
    1,
    Math.max(
      0,
      heightOf(
        ms,
        ticks.map(({ value }) => value),
      ),
    ),
  )
}

function heightOf(ms: number, shown: readonly number[]): number {
  const [lowest = 1, highest = 10] = [shown[0], shown.at(-1)]
  return Math.log(Math.max(ms, 1) / lowest) / Math.log(highest / lowest)
}
