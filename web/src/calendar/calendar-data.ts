import type { Calendar, CalendarPost, GetCalendarQuery } from '@crier/sdk'

export type CalendarDay = Calendar['days'][number]

/** A post that may be moved, from wherever it is known. */
export type MovablePost = Pick<CalendarPost, 'id' | 'at' | 'etag' | 'status' | 'movable' | 'social_accounts'>

/** The calendar after a post was moved: its own day has one fewer, the other one more. */
export function withMoved(calendar: Calendar, moved: Pick<CalendarPost, 'id' | 'at' | 'etag'>): Calendar {
  const at = Date.parse(moved.at)
  const isOfSpan = (day: CalendarDay) => at >= Date.parse(day.from) && at < Date.parse(day.to)
  const source = calendar.days.find(({ posts }) => posts.some(({ id }) => id === moved.id))
  const known = source?.posts.find(({ id }) => id === moved.id)
  if (source === undefined || known === undefined) return calendar
  const post = { ...known, at: moved.at, etag: moved.etag }
  const days = calendar.days.map((day) => {
    const isSource = day === source
    const isTarget = isOfSpan(day)
    if (!isSource && !isTarget) return day
    const others = isSource ? day.posts.filter(({ id }) => id !== post.id) : day.posts
    const posts = isTarget ? withInserted(day, others, post) : others
    const change = (isTarget ? 1 : 0) - (isSource ? 1 : 0)
    const statuses = { ...day.statuses, [post.status]: (day.statuses[post.status] ?? 0) + change }
    return { ...day, posts, statuses, total: day.total + change }
  })
  const hasTarget = calendar.days.some(isOfSpan)
  return { ...calendar, days, total: calendar.total - (hasTarget ? 0 : 1) }
}

// A post behind the last of the first ones is one of the rest, which are not shown here.
function withInserted(day: CalendarDay, posts: readonly CalendarPost[], post: CalendarPost): CalendarPost[] {
  const after = posts.findIndex(({ at }) => at > post.at)
  if (after === -1) return day.next === null ? [...posts, post] : [...posts]
  return posts.toSpliced(after, 0, post)
}

/** Finds a post among those that are shown. */
export function findPost(calendar: Calendar | undefined, id: string): CalendarPost | undefined {
  for (const { posts } of calendar?.days ?? []) for (const post of posts) if (post.id === id) return post
  return undefined
}

/** The statuses that the calendar can be filtered by, in the order of a post's life. */
export const statuses = [
  'draft',
  'held',
  'scheduled',
  'processing',
  'posted',
  'partial',
  'failed',
  'needs_review',
  'canceled',
] as const satisfies readonly NonNullable<Extract<GetCalendarQuery['status'], string>>[]
export type Status = (typeof statuses)[number]

/** The status of a post that is shown; one that a newer server made up counts as scheduled. */
export function statusOf({ status }: Pick<CalendarPost, 'status'>): Status {
  return statuses.find((each) => each === status) ?? 'scheduled'
}
