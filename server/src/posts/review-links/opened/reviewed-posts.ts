import { createHash } from 'node:crypto'
import { type Queryable, type Sql, sql } from '../../../db/database.ts'
import type { ApprovalState } from '../../approval/approval.ts'
import { allOf } from '../../list-filters.ts'
import { withStatus } from '../../post-document.ts'
import { calendarTime } from '../../post-filters.ts'
import type { PostStatus } from '../../post-schema.ts'
import { mostPosts } from '../review-link-schema.ts'
import type { OpenedReview } from './open-review-link.ts'

/** A post that a link shows. */
export interface ReviewedRow {
  readonly id: string
  readonly caption: string
  readonly account_ids: readonly string[]
  readonly is_draft: boolean
  readonly scheduled_at: Date | null
  readonly status: PostStatus
  readonly approval_state: ApprovalState | null
  readonly approval_by: string | null
  readonly approval_version: number | null
  /** The clock of its mode. */
  readonly now: Date
}

/**
 * The posts of a link, those that wait for approval and then the nearest to now first, with one more than are shown where there
 * are more.
 */
export function findReviewedPosts(db: Queryable, link: OpenedReview): Promise<ReviewedRow[]> {
  const { workspaceId, mode } = link
  return db.rows<ReviewedRow>(sql`
    select p.id, p.caption, p.account_ids, p.is_draft, p.scheduled_at, s.status, p.approval_state, p.approval_by, p.approval_version,
      clock.now
    from posts p ${withStatus} cross join (select crier_now(${workspaceId}, ${mode}) as now) clock
    where ${isShown(link)}
    order by p.approval_state = 'waiting' desc nulls last,
      abs(extract(epoch from ${calendarTime('p')} - clock.now)), p.id
    limit ${mostPosts + 1}`)
}

/** Whether a link shows the post `p`. */
function isShown({ workspaceId, id, mode, postIds, filter }: OpenedReview): Sql {
  const isThere = sql`p.workspace_id = ${workspaceId} and p.mode = ${mode} and p.deleted_at is null`
  if (filter === null) return sql`${isThere} and p.id = any(${[...(postIds ?? [])]}::uuid[])`
  const { social_account_ids: accounts, tags, from, to } = filter
  // An approval is for all accounts of a post, so a post that goes elsewhere too is not shown.
  return allOf([
    isThere,
    accounts === undefined ? null : sql`p.account_ids <@ ${accounts}::uuid[] and p.account_ids <> '{}'`,
    tags === undefined ? null : sql`p.tags && ${tags}::text[]`,
    from === undefined ? null : sql`${calendarTime('p')} >= ${from}::timestamptz`,
    to === undefined ? null : sql`${calendarTime('p')} < ${to}::timestamptz`,
    sql`case when p.is_draft then p.approval_state = 'returned' and exists (
        select from review_decisions d where d.workspace_id = p.workspace_id and d.link_id = ${id} and d.post_id = p.id)
      else exists (select from targets t where t.workspace_id = p.workspace_id and t.post_id = p.id and t.state <> 'canceled') end`,
  ])
}

/** The name of a post by the secret of one link. It opens nothing elsewhere, and no id of ours is shown. */
export function refOf(secret: string, postId: string): string {
  return shortHash(`${secret} ${postId}`)
}

/** One account of a post, as far as its time goes. */
export interface TimedTarget {
  readonly account_id: string
  readonly scheduled_at: Date
}

/** Names what is decided about: the content, and when it goes out on each account. */
export function seenOf(
  { approval_version: version, scheduled_at: at }: Pick<ReviewedRow, 'approval_version' | 'scheduled_at'>,
  targets: readonly TimedTarget[],
): string {
  const times = targets.map((each) => `${each.account_id} ${each.scheduled_at.toISOString()}`).toSorted()
  return shortHash([`${version}`, at?.toISOString() ?? 'at once', ...times].join('\n'))
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** Whether the time of a post that waits has passed. A post without a time goes out when it is approved. */
export function isLate({ scheduled_at: at, now }: ReviewedRow, targets: readonly TimedTarget[]): boolean {
  return at !== null && targets.some((target) => target.scheduled_at.getTime() < now.getTime())
}
