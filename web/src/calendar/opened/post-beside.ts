import type { Calendar, CalendarPost } from '@crier/sdk'
import type { CalendarDay } from '../calendar-data.ts'

interface Asked {
  readonly calendar: Calendar
  readonly id: string
  /** The day of the post; null where nobody knows it. */
  readonly day: string | null
  readonly count: 1 | -1
  /** Reads all posts of a day of which the calendar has the first alone. */
  readonly readDay: (date: string) => Promise<readonly Pick<CalendarPost, 'id'>[]>
}

/** The day on which the calendar shows a post; null where it does not. */
export function dayOfPost(calendar: Calendar, id: string): string | null {
  return calendar.days.find(({ posts }) => posts.some((post) => post.id === id))?.date ?? null
}

/** The post after another by time, or before it; null behind the last that the calendar has. */
export async function postBeside({
  calendar,
  id,
  day,
  count,
  readDay,
}: Asked): Promise<{ readonly id: string; readonly day: string } | null> {
  const days = calendar.days.filter(({ date, total }) => total > 0 || date === day)
  const all = (of: CalendarDay) => (of.total > of.posts.length ? readDay(of.date) : of.posts)
  const from = days.findIndex(({ date }) => date === day)
  const own = days[from]
  if (own === undefined) return null
  const posts = await all(own)
  const at = posts.findIndex((post) => post.id === id)
  const beside = at === -1 ? undefined : posts[at + count]
  if (beside !== undefined) return { id: beside.id, day: own.date }
  const next = days[from + count]
  if (next === undefined) return null
  const post = (await all(next)).at(count > 0 ? 0 : -1)
  return post === undefined ? null : { id: post.id, day: next.date }
}
