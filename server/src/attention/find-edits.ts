import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import type { AttentionRow } from './attention-schema.ts'

/**
 * Corrections of public texts that failed within two weeks, unless a later one was made. A post that is gone from its
 * network, or is being deleted there, needs none.
 */
export function findEdits({ db, workspaceId, mode }: CallContext, limit: number): Promise<AttentionRow[]> {
  return db.rows<AttentionRow>(sql`
    with found as (
      select distinct on (e.root_id) e.root_id, e.post_id, e.ended_at as since, e.text, e.error
      from result_edits e join targets t on t.workspace_id = e.workspace_id and t.id = e.target_id
      where e.workspace_id = ${workspaceId} and e.status = 'failed' and t.mode = ${mode}
        and e.ended_at > clock_timestamp() - interval '14 days'
        and e.error ->> 'code' not in ('gone_at_network', 'edit_overtaken')
        and not exists (select from result_edits later where later.workspace_id = e.workspace_id
          and later.target_id = e.target_id and later.id > e.id)
        and not exists (select from unpublications u where u.workspace_id = e.workspace_id and u.target_id = e.root_id
          and u.status <> 'failed')
      order by e.root_id, e.id desc
    )
    select f.since, f.error ->> 'code' as reason, f.error ->> 'message' as message,
      (f.error ->> 'retryable')::boolean as retryable, f.post_id, f.root_id as post_result_id,
      left(f.text, 1000) as text, r.account_id as social_account_id, r.platform, a.username, count(*) over ()::int as total
    from found f
      join posts p on p.workspace_id = ${workspaceId} and p.id = f.post_id and p.deleted_at is null
      join targets r on r.workspace_id = ${workspaceId} and r.id = f.root_id
      join social_accounts a on a.workspace_id = ${workspaceId} and a.id = r.account_id
    order by f.since desc, f.root_id limit ${limit}`)
}
