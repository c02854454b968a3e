import { showCounts } from '../analytics-item.ts'
import { type Figures, figureNames } from '../figure-columns.ts'
import { failedStep, type Lateness, latenessOf } from '../lateness.ts'
import type { FigureSum, StepCount } from './count-periods.ts'

/** The results and figures of a period or an account. */
export interface Tally {
  readonly steps: ReadonlyMap<number, number>
  readonly figures: readonly Figures[]
}

/** The tally of each period or account, by its name. */
export function tallies(counts: readonly StepCount[], sums: readonly FigureSum[]): Map<string, Tally> {
  const figures = Map.groupBy(sums, ({ of }) => of)
  const found = Map.groupBy(counts, ({ of }) => of)
  return new Map(
    [...found].map(([of, steps]) => [
      of,
      { steps: new Map(steps.map(({ step, results }) => [step, results])), figures: figures.get(of) ?? [] },
    ]),
  )
}

/** Adds tallies up, as the API shows them. */
export function addUp(all: readonly (Tally | undefined)[]) {
  const steps = new Map<number, number>()
  for (const [step, results] of all.flatMap((each) => [...(each?.steps ?? [])]))
    steps.set(step, (steps.get(step) ?? 0) + results)
  const failed = steps.get(failedStep) ?? 0
  const late: Lateness | null = latenessOf(steps)
  return {
    published: [...steps.values()].reduce((sum, results) => sum + results, 0) - failed,
    failed,
    late_ms: late && { p50: late.p50, p95: late.p95 },
    ...showCounts(addFigures(all.flatMap((each) => each?.figures ?? []))),
  }
}

/** A figure that no network reported is null, and never 0. */
function addFigures(all: readonly Figures[]): Figures {
  const added = figureNames.map((name) => {
    const counts = all.flatMap((each) => each[name] ?? [])
    return [name, counts.length === 0 ? null : counts.reduce((sum, value) => sum + value, 0)]
  })
  return Object.fromEntries(added) as Figures
}
