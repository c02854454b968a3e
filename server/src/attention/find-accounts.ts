import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import type { AttentionRow } from './attention-schema.ts'

/** Accounts that a person must connect again, or settle with their network, with the posts that wait for them. */
export function findAccounts({ db, workspaceId, mode }: CallContext, limit: number): Promise<AttentionRow[]> {
  return db.rows<AttentionRow>(sql`
    with waiting as (
      select t.account_id, count(*)::int as posts, min(t.scheduled_at) as next_at
      from targets t join posts p on p.workspace_id = t.workspace_id and p.id = t.post_id and p.deleted_at is null
      where t.workspace_id = ${workspaceId} and t.mode = ${mode} and t.state = 'held' and t.part = 'post'
        and t.hold_reason in ('reconnect', 'blocked', 'disconnected')
      group by t.account_id
    )
    select w.next_at as deadline, coalesce(a.disconnected_at, a.updated_at) as since,
      case when a.disconnected_at is null then a.status else 'disconnected' end as reason,
      a.id as social_account_id, a.platform, a.username, coalesce(w.posts, 0) as waiting, count(*) over ()::int as total
    from social_accounts a left join waiting w on w.account_id = a.id
    where a.workspace_id = ${workspaceId} and a.mode = ${mode}
      and (a.disconnected_at is null and a.status in ('needs_reconnect', 'blocked')
        or a.disconnected_at is not null and w.posts > 0)
    order by deadline, since desc, a.id limit ${limit}`)
}
