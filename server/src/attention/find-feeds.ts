import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { mustAskApproval } from '../posts/require-publish.ts'
import type { AttentionRow } from './attention-schema.ts'

/**
 * Feeds on which Crier gave up, that cannot be read for days, or of which items wait for a decision. A caller who may not publish
 * is told of the feeds of their own person alone, as far as they may resume them.
 */
export function findFeeds(
  { db, workspaceId, mode, caller }: CallContext,
  limit: number,
): Promise<AttentionRow[]> {
  const mayPublish = caller.scopes === 'all' || caller.scopes.includes('publish')
  return db.rows<AttentionRow>(sql`
    select coalesce(f.failing_since, w.since, f.updated_at) as since, f.problem ->> 'detail' as message, f.id as feed_id,
      f.url, f.title as text, w.waiting, count(*) over ()::int as total,
      case when f.status in ('stopped', 'failing') then f.status else 'items_wait' end as reason
    from feeds f cross join lateral (
      select count(*)::int as waiting, min(i.found_at) as since from feed_items i
      where i.workspace_id = f.workspace_id and i.feed_id = f.id and i.outcome in ('waiting', 'failed')) w
    where f.workspace_id = ${workspaceId} and f.mode = ${mode} and (f.status in ('stopped', 'failing') or w.waiting > 0)
      and (${mayPublish} or f.user_id = ${caller.userId} and (f.action = 'draft' or ${mustAskApproval(caller)}))
    order by since desc, f.id limit ${limit}`)
}
