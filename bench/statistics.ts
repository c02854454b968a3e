/** The measurements of two sides that took turns on one machine. */
export interface Comparison {
  readonly ours: readonly number[]
  readonly yardstick: readonly number[]
}

/** Measures ours, then the yardstick, and again, so that both meet the same moods of the machine. */
export async function judgeAdmissions(
  rounds: number,
  ours: () => Promise<number>,
  yardstick: () => Promise<number>,
): Promise<Comparison> {
  const found = { ours: [] as number[], yardstick: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    found.ours.push(await ours())
    found.yardstick.push(await yardstick())
  }
  return found
}

/** The ratio of the medians, with both sides' medians and extremes. */
export function describeComparison({ ours, yardstick }: Comparison, unit: string): string {
  const ratio = median(ours) / median(yardstick)
  return `ratio ${ratio.toFixed(2)} × (ours ${describeSpread(ours)}, yardstick ${describeSpread(yardstick)} ${unit})`
}

/** The median, with the least and the greatest. */
export function describeSpread(values: readonly number[], digits = 0): string {
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)}–${greatest.toFixed(digits)})`
}

/** The value in the middle; the mean of the two there when their number is even. @throws RangeError for no values */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  if (low === undefined || high === undefined) throw new RangeError('Nothing was measured.')
  return (low + high) / 2
}

/** The value under or at which that share of all values lies (the nearest rank). @throws RangeError for no values */
export function percentile(values: readonly number[], share: number): number {
  const found = values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)]
  if (found === undefined) throw new RangeError('Nothing was measured.')
  return found
}

/**
 * The interval that holds the median of all that could have been measured, with 95 % confidence. It follows from the order of the
 * values alone, so that no value is far enough away to move it. @throws RangeError for fewer than six values, which say too little
 */
export function medianInterval(values: readonly number[]): readonly [number, number] {
  const sorted = values.toSorted((a, b) => a - b)
  // As many values lie below the median as heads fall when a coin is tossed for each.
  const rank = Math.max(1, Math.floor(sorted.length / 2 - 0.98 * Math.sqrt(sorted.length)))
  const [low, high] = [sorted[rank - 1], sorted[sorted.length - rank]]
  if (sorted.length < 6 || low === undefined || high === undefined)
    throw new RangeError('Too little was measured.')
  return [low, high]
}
