import { type Queryable, sql } from '../db/database.ts'
import { type ShownEntry, toShownEntry } from './list-audit-log.ts'
import type { EntryRow } from './select-entries.ts'

export interface ServerEntries {
  /** An action such as `workspace.delete`; null for all. */
  readonly action: string | null
  readonly limit: number
}

/**
 * The latest entries that belong to no workspace, newest first: pauses of everything, sign-ins, workspaces that were deleted.
 * They are for the operator alone.
 */
export async function listServerEntries(
  db: Queryable,
  { action, limit }: ServerEntries,
): Promise<ShownEntry[]> {
  const rows = await db.rows<EntryRow>(sql`
    select a.*, a.created_at::text as at, u.email as actor_name, null as key_mode, null as key_last4
    from audit_log a left join users u on u.id = a.actor_id
    where a.workspace_id is null and (${action}::text is null or a.action = ${action})
    order by a.created_at desc, a.id desc limit ${limit}`)
  return rows.map(toShownEntry)
}
