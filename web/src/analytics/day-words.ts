import { useLingui } from '@lingui/react'
import { dateFormat } from '../time/date-format.ts'
import { regionalLocale } from '../time/format.ts'
import type { PlotLabel } from './plot-parts.ts'

/** The words for days of a plot, which are no moments and have no time zone. */
export interface DayWords {
  /** `13 Oct` */
  short(day: string): string
  /** `Tue 13 Oct`, or the first and the last day of a week; the year where it is not this one. */
  span(from: string, to: string): string
}

/** Writes days in the language of the person. */
export function useDayWords(today: string): DayWords {
  const { i18n } = useLingui()
  const locale = regionalLocale(i18n.locale)
  const at = (day: string) => new Date(`${day}T00:00:00Z`)
  const write = (day: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short', ...options }).format(at(day))
  const long = (day: string): string =>
    write(day, {
      weekday: 'short',
      ...(day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const)),
    })
  return {
    short: (day) => write(day, {}),
    span: (from, to) => (from === to ? long(from) : `${long(from)} – ${long(to)}`),
  }
}

/** The days below a plot: as many as have room, the last one always. */
export function dayLabels(days: readonly string[], words: DayWords): PlotLabel[] {
  const every = Math.max(1, Math.ceil(days.length / 6))
  const last = days.length - 1
  return days.flatMap((day, index) => {
    const back = last - index
    if (back % every !== 0) return []
    const label = { at: (index + 0.5) / days.length, words: words.short(day) }
    return [(back / every) % 2 === 0 ? label : { ...label, isSpare: true }]
  })
}
