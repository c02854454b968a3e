import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import type { PublishingStop } from './attention-schema.ts'

/** Guards and pauses that keep posts of the workspace from going out, and pauses of its queue. */
export async function findStops({ db, workspaceId, mode }: CallContext): Promise<PublishingStop[]> {
  const rows = await db.rows<Omit<PublishingStop, 'since'> & { since: Date }>(sql`
    select 'guard' as kind, kind as reason, null as platform, null::uuid as social_account_id, raised_at as since from guards
    union all
    select 'pause', null, platform, null, created_at from pauses where workspace_id is null or workspace_id = ${workspaceId}
    union all
    select 'queue_pause', null, null, account_id, paused_at from queue_pauses
    where workspace_id = ${workspaceId} and mode = ${mode}
    order by since, kind`)
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }))
}
