import type { CallContext } from '../../context.ts'
import { openPage } from '../../lib/requests/page.ts'
import { placeOfPosts } from '../list-posts.ts'
import { postFilters } from '../post-filters.ts'
import type { CalendarDay } from './calendar-days.ts'
import type { CalendarQuery } from './calendar-schema.ts'
import type { FoundPost } from './find-posts.ts'

interface Shown {
  readonly day: CalendarDay
  /** The last post that was shown; undefined where none was. */
  readonly last: FoundPost | undefined
  readonly shown: number
}

const rowsPerPage = 100

/** The address of the list of posts that goes on where the posts of a day end. */
export function addressOfRest(call: CallContext, query: CalendarQuery, { day, last, shown }: Shown): string {
  const url = new URL('/v1/posts', call.context.config.publicUrl)
  const end = new Date(day.to - 1)
  const set = {
    in_calendar: 'true',
    from: new Date(day.from).toISOString(),
    to: end.toISOString(),
    order: 'scheduled_at',
    limit: String(rowsPerPage),
  }
  for (const [name, value] of Object.entries(set)) url.searchParams.set(name, value)
  for (const name of Object.keys(postFilters) as (keyof typeof postFilters)[])
    for (const value of query[name] ?? []) url.searchParams.append(name, value)
  if (!last) return url.href
  const { secretKeys } = call.context
  const page = openPage({ limit: 1 }, { url, secretKeys, place: placeOfPosts(call, 'scheduled_at') })
  const position = { at: last.position, id: last.id }
  return page.answer([position, position], shown, () => null).meta.next ?? url.href
}
