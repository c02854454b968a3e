import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'

/** The zone of slots without one of their own, and what of the queue is paused. */
export interface Queue {
  timezone: string
  paused: boolean
  paused_accounts: string[]
}

export async function getQueue({ db, workspaceId, mode }: CallContext): Promise<Queue> {
  const row = await db.row<{ timezone: string; pauses: (string | null)[] }>(sql`
    select timezone, array(select account_id from queue_pauses q
      where q.workspace_id = w.id and q.mode = ${mode} order by paused_at, account_id) as pauses
    from workspaces w where id = ${workspaceId}`)
  if (!row) throw new Error('A queue belongs to no workspace.')
  return {
    timezone: row.timezone,
    paused: row.pauses.includes(null),
    paused_accounts: row.pauses.filter((id) => id !== null),
  }
}
