import type { CallContext } from '../context.ts'
import { type Sql, sql } from '../db/database.ts'
import type { AttentionRow } from './attention-schema.ts'

/** Results in review: the network may have them. */
export function findReviews(call: CallContext, limit: number): Promise<AttentionRow[]> {
  return findResults(call, limit, {
    which: sql`t.state = 'needs_review'`,
    reason: sql`t.review ->> 'reason'`,
    deadline: sql`r.scheduled_at`,
  })
}

/**
 * Results that failed within two weeks and can still be published, as they are or once something was changed. A result that a
 * person discarded although it may be public is left out.
 */
export function findFailures(call: CallContext, limit: number): Promise<AttentionRow[]> {
  return findResults(call, limit, {
    which: sql`t.state = 'failed' and t.part <> 'first_comment' and t.updated_at > clock_timestamp() - interval '14 days'
      and coalesce(t.error ->> 'code' not in ('parent_failed', 'outcome_unknown', 'discarded'), true)`,
    reason: sql`t.error ->> 'code'`,
    deadline: sql`null::timestamptz`,
  })
}

// A result is shown once, also where several parts of its thread need somebody.
function findResults(
  { db, workspaceId, mode }: CallContext,
  limit: number,
  { which, reason, deadline }: { readonly which: Sql; readonly reason: Sql; readonly deadline: Sql },
): Promise<AttentionRow[]> {
  return db.rows<AttentionRow>(sql`
    with found as (
      select distinct on (t.root_id) t.root_id, t.post_id, t.updated_at as since, ${reason} as reason,
        t.error ->> 'message' as message, (t.error ->> 'retryable')::boolean as retryable
      from targets t
      where t.workspace_id = ${workspaceId} and t.mode = ${mode} and ${which}
      order by t.root_id, t.position
    )
    select f.since, f.reason, f.message, f.retryable, ${deadline} as deadline, f.post_id, f.root_id as post_result_id,
      left(p.caption, 1000) as text, r.account_id as social_account_id, r.platform, a.username,
      count(*) over ()::int as total
    from found f
      join posts p on p.workspace_id = ${workspaceId} and p.id = f.post_id and p.deleted_at is null
      join targets r on r.workspace_id = ${workspaceId} and r.id = f.root_id
      join social_accounts a on a.workspace_id = ${workspaceId} and a.id = r.account_id
    order by deadline, f.since desc, f.root_id limit ${limit}`)
}
