import { type Queryable, sql } from '../../../db/database.ts'
import { resultStatus } from '../../../publishing/post-status.ts'
import type { ApprovalState } from '../../approval/approval.ts'
import { allOf, anyOf } from '../../list-filters.ts'
import { withStatus } from '../../post-document.ts'
import { calendarTime, isInCalendar } from '../../post-filters.ts'
import type { PostStatus } from '../../post-schema.ts'
import type { ResultStatus } from '../../results/post-result-schema.ts'

/** A post as a calendar elsewhere tells of it. */
export interface PlannedPost {
  readonly id: string
  readonly at: Date
  readonly status: PostStatus
  readonly version: number
  /** When something of it last changed, or of its results. */
  readonly changedAt: Date
  /** The first characters of its caption. */
  readonly text: string
  /** Whether `text` is not all of it. */
  readonly isCut: boolean
  readonly approval: ApprovalState | null
  /** The first accounts, in the order of the request. */
  readonly accounts: readonly PlannedAccount[]
  readonly accountCount: number
}

export interface PlannedAccount {
  readonly platform: string
  readonly username: string
  /** Null for a draft, which has no results. */
  readonly status: ResultStatus | null
  readonly url: string | null
  /** Why it was not published. */
  readonly reason: string | null
}

interface Wanted {
  readonly workspaceId: string
  /** Empty: the posts of all accounts. */
  readonly accountIds: readonly string[]
}

const daysBefore = 30
const daysAfter = 180
const mostPosts = 2_000
const mostCodePoints = 1_500
const mostAccounts = 20

/**
 * The live posts of a workspace around today, without those that were canceled: where there are more than 2,000, those that are
 * nearest to now. They come with the nearest first. Days are those of UTC, so that the span stays as it is all day.
 */
export function listPlannedPosts(db: Queryable, { workspaceId, accountIds }: Wanted): Promise<PlannedPost[]> {
  const today = sql`date_trunc('day', clock_timestamp(), 'UTC')`
  const at = calendarTime('p')
  const matching = allOf([
    sql`p.workspace_id = ${workspaceId} and p.mode = 'live' and p.deleted_at is null and ${isInCalendar('p')}`,
    sql`${at} >= ${today} - ${daysBefore} * interval '1 day' and ${at} < ${today} + ${daysAfter} * interval '1 day'`,
    anyOf(accountIds, (ids) => sql`p.account_ids && ${[...ids]}::uuid[]`),
  ])
  return db.rows<PlannedPost>(sql`
    with shown as materialized (
      select p.id, ${at} as at, s.status, abs(extract(epoch from ${at} - clock_timestamp())) as distance
      from posts p ${withStatus}
      where ${matching} and s.status <> 'canceled'
      order by distance, p.id limit ${mostPosts}
    )
    select f.id, f.at, f.status, p.version, p.approval_state as approval, left(p.caption, ${mostCodePoints}) as text,
      length(p.caption) > ${mostCodePoints} as "isCut", cardinality(p.account_ids) as "accountCount",
      greatest(p.updated_at, (select max(t.updated_at) from targets t
        where t.workspace_id = p.workspace_id and t.post_id = p.id)) as "changedAt", r.accounts
    from shown f join posts p on p.workspace_id = ${workspaceId} and p.id = f.id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('platform', a.platform,
        'username', a.username, 'status', case when r.id is not null then ${resultStatus('r')} end,
        'url', r.remote_url, 'reason', r.error ->> 'message') order by named.place), '[]') as accounts
      from unnest(p.account_ids[1:${mostAccounts}::int]) with ordinality named(id, place)
      join social_accounts a on a.workspace_id = p.workspace_id and a.id = named.id
      left join targets r on r.workspace_id = p.workspace_id and r.post_id = p.id and r.account_id = a.id and r.part = 'post'
    ) r
    order by f.distance, f.id`)
}
