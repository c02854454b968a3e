/** How late half of the results were at most, and 95 of 100, in milliseconds. */
export interface Lateness {
  readonly p50: number
  readonly p95: number
}

/** The step of a result that failed: it has no lateness. */
export const failedStep = -1

const shortestMs = 125
// Each step is longer than the one before by the square root of two, so a figure is at most a fifth off.
const growth = Math.SQRT2
/** Ends at about 45 days. */
const lastStep = 50

/** The step of a lateness. Results are counted by step, so that those of a year are summed up at once. */
export function stepOf(lateMs: number): number {
  if (lateMs <= shortestMs) return 0
  return Math.min(lastStep, Math.ceil(Math.log(lateMs / shortestMs) / Math.log(growth) - 1e-9))
}

/** The lateness of many results, counted by step; null where there is none. It lies within the step, by the share of its results. */
export function latenessOf(counts: ReadonlyMap<number, number>): Lateness | null {
  const steps = [...counts].filter(([step, count]) => step >= 0 && count > 0).sort(([a], [b]) => a - b)
  const total = steps.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return null
  return { p50: quantile(steps, total * 0.5), p95: quantile(steps, total * 0.95) }
}

function quantile(steps: readonly (readonly [number, number])[], rank: number): number {
  let before = 0
  for (const [step, count] of steps) {
    if (before + count >= rank) return Math.round(within(step, (rank - before) / count))
    before += count
  }
  throw new Error('A rank lies behind all results.')
}

function within(step: number, share: number): number {
  const end = shortestMs * growth ** step
  const start = step === 0 ? 0 : end / growth
  return start + (end - start) * share
}
