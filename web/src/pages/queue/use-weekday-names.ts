import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { dateFormat } from '../../time/date-format.ts'
import { regionalLocale } from '../../time/format.ts'
import { useWeekStart } from '../../time/week-start.ts'
import { type Weekday, weekdays } from './queue-queries.ts'

/** The names of the days of a week: short as "Mon", long as "Monday". */
export function useWeekdayNames(): Readonly<
  Record<Weekday, { readonly short: string; readonly long: string }>
> {
  const { i18n } = useLingui()
  return useMemo(() => {
    const locale = regionalLocale(i18n.locale)
    const short = dateFormat(locale, { weekday: 'short', timeZone: 'UTC' })
    const long = dateFormat(locale, { weekday: 'long', timeZone: 'UTC' })
    const nameOf = (index: number) => {
      // The fifth of January 2026 is a Monday.
      const at = Date.UTC(2026, 0, 5 + index)
      return { short: short.format(at), long: long.format(at) }
    }
    const [mon, tue, wed, thu, fri, sat, sun] = [0, 1, 2, 3, 4, 5, 6].map(nameOf)
    const none = { short: '', long: '' }
    return {
      mon: mon ?? none,
      tue: tue ?? none,
      wed: wed ?? none,
      thu: thu ?? none,
      fri: fri ?? none,
      sat: sat ?? none,
      sun: sun ?? none,
    }
  }, [i18n.locale])
}

/** The days in the order in which a week is shown here. */
export function useWeek(): readonly Weekday[] {
  const first = useWeekStart() - 1
  return useMemo(() => [...weekdays.slice(first), ...weekdays.slice(0, first)], [first])
}

/** A time such as `09:00` as people here write it. */
export function useClock(): (time: string) => string {
  const { i18n } = useLingui()
  return useMemo(() => {
    const format = dateFormat(regionalLocale(i18n.locale), {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
    })
    return (time) => format.format(new Date(`2026-01-05T${time}:00Z`))
  }, [i18n.locale])
}

/** The days in the order of the API, whatever order they were given in. */
export function inOrder(days: readonly Weekday[]): Weekday[] {
  return weekdays.filter((day) => days.includes(day))
}
