import type { AnalyticsSummary } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { DayWords } from './day-words.ts'
import type { Step } from './steps.ts'

/** The data that every plot of the page is drawn from. */
export interface PlotData {
  readonly summary: AnalyticsSummary
  /** As many days before; undefined until they are known. */
  readonly before: AnalyticsSummary | undefined
  readonly steps: readonly Step[]
  readonly words: DayWords
  /** Which days are shown. */
  readonly spanWords: string
  /** The beginning of the names of files. */
  readonly fileName: string
}

/** Says how a count compares to that of as many days before; a space until that is known, so that nothing moves. */
export function useChangeWords(): (now: number, before: number | null | undefined, days: number) => string {
  const { t, i18n } = useLingui()
  return (now, before, days) => {
    if (before == null) return ' '
    const span = plural(days, { one: 'the day before', other: 'the # days before' })
    if (before === 0) return now === 0 ? t`None in ${span} either.` : t`None in ${span}.`
    const difference = i18n.number(Math.abs(now - before))
    if (now === before) return t`As many as in ${span}.`
    return now > before ? t`${difference} more than in ${span}.` : t`${difference} fewer than in ${span}.`
  }
}
