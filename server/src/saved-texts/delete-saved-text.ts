import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'

/** Forgets a saved text. Posts keep what was put into them. @throws Problem 404 */
export async function deleteSavedText({ db, workspaceId, mode }: CallContext, id: string): Promise<void> {
  const deleted = await db.run(sql`
    delete from saved_texts where workspace_id = ${workspaceId} and mode = ${mode} and id = ${id}`)
  if (deleted === 0) throw notFound('saved text')
}
