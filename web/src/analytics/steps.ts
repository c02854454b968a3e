import type { AnalyticsSummary } from '@crier/sdk'
import { groupBy } from '../data/group-by.ts'
import { startOfWeek } from '../time/zone.ts'
import { type FigureName, figureNames, figureOf } from './figures.ts'

type Period = AnalyticsSummary['periods'][number]

/** One bar of a plot: a day, or the days of a week. */
export interface Step {
  /** The first and the last day. */
  readonly from: string
  readonly to: string
  readonly published: number
  readonly failed: number
  /** Null where no network told the figure. */
  readonly figures: Readonly<Record<FigureName, number | null>>
}

// More bars than this are too thin for a phone.
const mostBars = 100

/** The bars of a plot: days, or weeks where there are many days. */
export function stepsOf(periods: readonly Period[], firstDay: number): Step[] {
  const isByWeek = periods.length > mostBars
  const groups = groupBy(periods, ({ date }) => (isByWeek ? startOfWeek(date, firstDay) : date))
  return [...groups.values()].map((days) => ({
    from: days[0]?.date ?? '',
    to: days.at(-1)?.date ?? '',
    published: sum(days.map(({ published }) => published)) ?? 0,
    failed: sum(days.map(({ failed }) => failed)) ?? 0,
    figures: Object.fromEntries(
      figureNames.map((name) => [name, sum(days.map((day) => figureOf(day, name)))]),
    ) as Step['figures'],
  }))
}

/** The sum of what is known; null where nothing is. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}
