import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { beginCalendar, calendarEnd, noEvents, writeEvent } from '../../lib/icalendar/calendar-file.ts'
import { platformNames } from '../../notifications/platform-names.ts'
import type { OpenedAddress } from '../../posts/calendar/addresses/open-calendar-address.ts'
import type { PlannedPost } from '../../posts/calendar/plan/list-planned-posts.ts'
import { speechIn } from '../../words/speech.ts'
import { eventOfPost } from './calendar-words.ts'

export interface CalendarFile {
  readonly body: Buffer
  readonly etag: string
}

const refreshMinutes = 60
/** The most bytes of all events together: programs refuse files of many megabytes. */
const mostBytes = 4_000_000
// As many as are written in a few milliseconds.
const atOnce = 50

/** Writes posts, which come with the nearest to now first, as a calendar, in the order of their times. */
export async function writeCalendar(
  { config: { publicUrl }, connectors }: Pick<Context, 'config' | 'connectors'>,
  { name, language }: OpenedAddress,
  posts: readonly PlannedPost[],
): Promise<CalendarFile> {
  const speech = speechIn(language)
  const names = { nameOf: platformNames(connectors), publicUrl }
  const events: { readonly at: number; readonly bytes: Buffer }[] = []
  let size = 0
  for (const [index, post] of posts.entries()) {
    if (index % atOnce === atOnce - 1) await turn()
    const bytes = Buffer.from(writeEvent(eventOfPost(speech, post, names)))
    size += bytes.length
    if (size > mostBytes) break
    events.push({ at: post.at.getTime(), bytes })
  }
  // The distance to now changes all the time, and the answer is the same until something of it does.
  events.sort((one, other) => one.at - other.at || Buffer.compare(one.bytes, other.bytes))
  const head = beginCalendar({ name, url: `${publicUrl}/calendar`, refreshMinutes })
  const parts = [head, ...(events.length === 0 ? [noEvents] : [])].map((part) => Buffer.from(part))
  const body = Buffer.concat([...parts, ...events.map(({ bytes }) => bytes), Buffer.from(calendarEnd)])
  await turn()
  const hash = createHash('sha256').update(body).digest('base64url')
  return { body, etag: `"${hash.slice(0, 22)}"` }
}
