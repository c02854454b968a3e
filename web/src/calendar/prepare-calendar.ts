import { i18n } from '@lingui/core'
import type { QueryClient } from '@tanstack/react-query'
import type { Session } from '../session/session.ts'
import { nowAtServer } from '../time/server-clock.ts'
import { weekStartOf } from '../time/week-start.ts'
import { dayAt } from '../time/zone.ts'
import { loadFirstView } from './calendar-body.tsx'
import { calendarQuery, freeSlotsQuery, perDay } from './calendar-queries.ts'
import { rangeOf, readView, usualView } from './calendar-view.ts'

/** Asks for the posts of the view that the address names, before anything is drawn, and brings the code of its days. */
export async function prepareCalendar(
  client: QueryClient,
  session: Session,
  search: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { timezone, week_start: start } = session.workspace
  const { view, date, filters } = readView(search, usualView(dayAt(timezone, nowAtServer())))
  const range = rangeOf(view, date, weekStartOf(start, i18n.locale))
  // A recent answer is kept, and a failure is shown in place of the days.
  void client.prefetchQuery(calendarQuery(session, { range, filters, perDay: perDay[view] }))
  void client.prefetchQuery(freeSlotsQuery(session, range, filters.account))
  await loadFirstView()
}
