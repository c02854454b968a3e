import { useLingui } from '@lingui/react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { dateFormat } from '../time/date-format.ts'
import { regionalLocale, useTimeFormat } from '../time/format.ts'
import { useMinute } from '../time/use-minute.ts'
import { dayAt } from '../time/zone.ts'
import {
  type CalendarView,
  type Range,
  readView,
  usualView,
  type ViewName,
  writeView,
} from './calendar-view.ts'

/** The view that the address asks for, and how to change it. */
export function useView(): {
  readonly view: CalendarView
  readonly today: string
  readonly setView: (next: Partial<CalendarView>) => void
} {
  const { post: _, ...search }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { zone } = useTimeFormat()
  // A calendar that stays open overnight begins the next day by itself.
  const today = dayAt(zone, useMinute())
  // A post that is opened beside the calendar leaves the view as it is.
  const asked = JSON.stringify(search)
  const view = useMemo(() => readView(JSON.parse(asked), usualView(today)), [asked, today])
  const setView = useCallback(
    (next: Partial<CalendarView>) => {
      const written = writeView({ ...view, ...next }, usualView(today))
      void navigate({ to: '/calendar', search: written as never, resetScroll: false })
    },
    [view, today, navigate],
  )
  return { view, today, setView }
}

/** The name of the days of a view: "October 2026", "12–18 Oct 2026". */
export function useSpanName(): (view: ViewName, date: string, range: Range) => string {
  const { i18n } = useLingui()
  return useMemo(() => {
    const locale = regionalLocale(i18n.locale)
    const of = (day: string) => new Date(`${day}T00:00:00Z`)
    const utc = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, { ...options, timeZone: 'UTC' })
    return (view, date, { from, to }) => {
      if (view === 'day')
        return utc({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(of(date))
      if (view === 'week') return utc({ dateStyle: 'medium' }).formatRange(of(from), of(to))
      return utc({ month: 'long', year: 'numeric' }).format(of(date))
    }
  }, [i18n.locale])
}
