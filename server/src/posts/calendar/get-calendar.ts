import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { invalid } from '../../lib/problem.ts'
import type { Zone } from '../../lib/zone/zone.ts'
import { openZone } from '../../lib/zone/zone.ts'
import { zoneNamed } from '../../queue/free-slots.ts'
import { unknownZone } from '../../queue/slot-input.ts'
import { type CalendarDay, calendarDays } from './calendar-days.ts'
import type { Calendar, CalendarQuery } from './calendar-schema.ts'
import { type FoundPost, findPosts } from './find-posts.ts'
import { addressOfRest } from './rest-of-day.ts'
import { showCalendarPost } from './show-calendar-post.ts'

const usualPerDay = 4

/**
 * The posts of up to a year by the days of a zone: how many have each status, and the first of each day. A month of thousands of
 * posts is one answer, whose size is bounded. @throws Problem 422
 */
export async function getCalendar(call: CallContext, query: CalendarQuery): Promise<Calendar> {
  const zone = await zoneOf(call, query.timezone)
  const days = calendarDays(zone, query)
  const { counts, posts } = await findPosts(call, query, { days, perDay: query.per_day ?? usualPerDay })
  const shown = Map.groupBy(posts, ({ day }) => day)
  const counted = Map.groupBy(counts, ({ day }) => day)
  const statusesOf = (some: typeof counts) => {
    const sums = new Map<string, number>()
    for (const { status, count } of some) sums.set(status, (sums.get(status) ?? 0) + count)
    return Object.fromEntries(sums)
  }
  const total = (some: typeof counts) => some.reduce((sum, { count }) => sum + count, 0)
  return {
    timezone: zone.name,
    total: total(counts),
    statuses: statusesOf(counts),
    days: days.map((day, index) => {
      const own = counted.get(index + 1) ?? []
      const its = shown.get(index + 1) ?? []
      const all = { total: total(own), statuses: statusesOf(own) }
      return { ...showDay(day), ...all, ...showPosts(call, query, day, { its, total: all.total }) }
    }),
  }
}

function showDay({ date, from, to }: CalendarDay) {
  return { date, from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

function showPosts(
  call: CallContext,
  query: CalendarQuery,
  day: CalendarDay,
  { its, total }: { readonly its: readonly FoundPost[]; readonly total: number },
) {
  return {
    posts: its.map((post) => showCalendarPost(call.context.config, post)),
    next:
      its.length < total ? addressOfRest(call, query, { day, last: its.at(-1), shown: its.length }) : null,
  }
}

/** @throws Problem 422 */
async function zoneOf({ db, workspaceId }: CallContext, name: string | undefined): Promise<Zone> {
  if (name !== undefined) {
    const zone = openZone(name)
    if (!zone) throw invalid([unknownZone('?timezone', name)])
    return zone
  }
  const row = await db.row<{ timezone: string }>(
    sql`select timezone from workspaces where id = ${workspaceId}`,
  )
  if (!row) throw new Error('A calendar belongs to no workspace.')
  return zoneNamed(row.timezone)
}
