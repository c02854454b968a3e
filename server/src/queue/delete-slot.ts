import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'

/** Removes a slot from the week. Posts keep the times that it gave them. @throws Problem 404 */
export async function deleteSlot({ db, workspaceId, mode }: CallContext, id: string): Promise<void> {
  const deleted = await db.run(sql`
    delete from queue_slots where workspace_id = ${workspaceId} and mode = ${mode} and id = ${id}`)
  if (deleted === 0) throw notFound('queue slot')
}
