import type { MediaKind } from '../../connectors/connector.ts'
import type { CallContext, Mode } from '../../context.ts'
import { empty, sql } from '../../db/database.ts'
import { mayBeEdited } from '../../publishing/post-status.ts'
import type { ApprovalState } from '../approval/approval.ts'
import { anyOf } from '../list-filters.ts'
import { withStatus } from '../post-document.ts'
import { authorOf, calendarTime, isInCalendar, matchingPosts, toStatus } from '../post-filters.ts'
import type { PostStatus } from '../post-schema.ts'
import type { CalendarDay } from './calendar-days.ts'
import type { CalendarQuery } from './calendar-schema.ts'

/** How many posts of a day have a status. Days are counted from 1. */
interface StatusCount {
  readonly day: number
  readonly status: PostStatus
  readonly count: number
}

/** One of the first posts of a day. */
export interface FoundPost {
  readonly day: number
  readonly id: string
  readonly mode: Mode
  readonly at: Date
  /** `at` as the database wrote it. */
  readonly position: string
  readonly status: PostStatus
  readonly version: number
  readonly caption: string
  readonly is_draft: boolean
  readonly account_ids: string[]
  readonly account_count: number
  readonly platforms: string[]
  readonly approval_state: ApprovalState | null
  readonly tags: string[]
  readonly recurrence_id: string | null
  readonly author: string
  readonly movable: boolean
  readonly open_notes: number
  readonly medium: { kind: MediaKind | null; mime_type: string; state: string; public_name: string } | null
}

/** The most posts of an answer, of all days together. Where there are more, each day shows fewer. */
const mostPosts = 4_000
/** Enough of a caption for 80 characters, each of several code points. */
const mostCodePoints = 1_000
const mostAccounts = 20

/** Counts and posts of one moment: one statement finds both. */
export async function findPosts(
  call: CallContext,
  query: CalendarQuery,
  { days, perDay }: { readonly days: readonly CalendarDay[]; readonly perDay: number },
): Promise<{ counts: StatusCount[]; posts: FoundPost[] }> {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return { counts: [], posts: [] }
  const begins = days.map(({ from }) => from)
  const withOneOf = anyOf(query.status, (values) => sql`s.status = any(${values.map(toStatus)}::text[])`)
  const rows = await call.db.rows<FoundPost & { counts: StatusCount[] | null }>(sql`
    with found as materialized (
      select p.id, ${calendarTime('p')} as at, s.status,
        width_bucket(${calendarTime('p')}, array(select to_timestamp(b / 1000) from unnest(${begins}::float8[]) b)) as day
      from posts p ${withStatus}
      where ${matchingPosts('p', call, query)} and ${isInCalendar('p')}
        and ${calendarTime('p')} >= to_timestamp(${first.from}::float8 / 1000) and ${calendarTime('p')} < to_timestamp(${last.to}::float8 / 1000)
        ${withOneOf ? sql`and ${withOneOf}` : empty}
    ), shown as materialized (
      select * from (
        select *, row_number() over (partition by day order by at, id) as place from found
      ) placed
      where place <= ${perDay} order by place, day limit ${mostPosts}
    )
    select counted.counts, page.*
    from (select (select jsonb_agg(jsonb_build_object('day', day, 'status', status, 'count', count))
      from (select day, status, count(*) from found group by day, status order by day, status) c) as counts) counted
    left join lateral (
      select f.day, f.id, f.status, f.at, f.at::text as position, p.mode, p.version, p.is_draft, p.approval_state, p.tags, p.recurrence_id,
        ${authorOf('p')} as author,
        left(p.caption, ${mostCodePoints}) as caption, p.account_ids[1:${mostAccounts}::int] as account_ids,
        cardinality(p.account_ids) as account_count,
        array(select distinct a.platform from social_accounts a
          where a.workspace_id = p.workspace_id and a.id = any(p.account_ids) order by a.platform) as platforms,
        p.is_draft or ${mayBeEdited('p')} as movable,
        (select count(*)::int from post_notes n
          where n.workspace_id = p.workspace_id and n.post_id = p.id and n.resolved_at is null) as open_notes,
        (select jsonb_build_object('kind', m.kind, 'mime_type', m.mime_type, 'state', m.state, 'public_name', m.public_name)
          from media m where m.workspace_id = p.workspace_id and m.id = (p.media -> 0 ->> 'id')::uuid) as medium
      from shown f join posts p on p.workspace_id = ${call.workspaceId} and p.id = f.id
    ) page on true
    order by page.at, page.id`)
  return { counts: rows[0]?.counts ?? [], posts: rows.filter(({ id }) => id !== null) }
}
