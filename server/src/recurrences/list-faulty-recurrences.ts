import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { type ShownRow, shownColumns, showRecurrence } from './recurrence-row.ts'
import type { Recurrence } from './recurrence-schema.ts'

/** All recurrences that need a person, those whose next time comes first. There are never many. */
export async function listFaultyRecurrences({ db, workspaceId, mode }: CallContext): Promise<Recurrence[]> {
  const rows = await db.rows<ShownRow>(sql`
    select * from (
      select ${shownColumns} from recurrences r
      where r.workspace_id = ${workspaceId} and r.mode = ${mode} and not r.is_paused
    ) shown
    where fault is not null or gone_accounts <> '{}' or gone_media > 0 or has_left or is_key_gone
    order by next_at nulls last, id`)
  return rows.map(showRecurrence).filter(({ status }) => status === 'needs_attention')
}
