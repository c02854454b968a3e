import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { mustAskApproval } from '../posts/require-publish.ts'
import type { AttentionRow } from './attention-schema.ts'

/** Posts that wait for the approval of this caller. Where everyone's posts wait, nobody approves what they submitted themselves. */
export function findApprovals(
  { db, workspaceId, mode, caller }: CallContext,
  limit: number,
): Promise<AttentionRow[]> {
  return db.rows<AttentionRow>(sql`
    select coalesce(p.scheduled_at, p.approval_at) as deadline, p.approval_at as since, p.approval_by as by,
      p.approval_comment as message, p.id as post_id, left(p.caption, 1000) as text, count(*) over ()::int as total
    from posts p
    where p.workspace_id = ${workspaceId} and p.mode = ${mode} and p.approval_state = 'waiting' and p.deleted_at is null
      and (not ${mustAskApproval(caller)} or p.approval_by <> ${caller.userId})
      and exists (select from targets t where t.workspace_id = p.workspace_id and t.post_id = p.id and t.awaits_approval
        and t.state = 'held')
    order by deadline, p.id limit ${limit}`)
}

/** Drafts that were returned to this person, the author, or to one of their keys. */
export function findReturned(
  { db, workspaceId, mode, caller }: CallContext,
  limit: number,
): Promise<AttentionRow[]> {
  return db.rows<AttentionRow>(sql`
    select p.scheduled_at as deadline, p.approval_at as since,
      case when p.approval_client is null then p.approval_by end as by, p.approval_comment as message,
      p.id as post_id, left(p.caption, 1000) as text, count(*) over ()::int as total
    from posts p
    where p.workspace_id = ${workspaceId} and p.mode = ${mode} and p.approval_state = 'returned' and p.deleted_at is null
      and (p.author_id = ${caller.userId} or p.author_id in (select k.id from api_keys k
        where k.workspace_id = p.workspace_id and k.user_id = ${caller.userId}))
    order by deadline, p.approval_at desc, p.id limit ${limit}`)
}
