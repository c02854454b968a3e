import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'

/** The time by the clock of the mode, and the zone of the workspace. */
export async function readClock({
  db,
  workspaceId,
  mode,
}: CallContext): Promise<{ now: Date; zone: string }> {
  const row = await db.row<{ now: Date; zone: string }>(sql`
    select crier_now(${workspaceId}, ${mode}) as now, timezone as zone from workspaces where id = ${workspaceId}`)
  if (!row) throw new Error('A recurrence belongs to no workspace.')
  return row
}
