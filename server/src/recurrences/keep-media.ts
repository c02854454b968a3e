import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'

/**
 * Marks media as used, so that none is cleaned away as unused while its turn has not come. A person may still delete one,
 * once no post needs it.
 */
export async function keepMedia(
  { db, workspaceId }: CallContext,
  mediaIds: readonly string[],
): Promise<void> {
  if (mediaIds.length === 0) return
  await db.run(sql`
    update media set was_attached = true
    where workspace_id = ${workspaceId} and was_attached is not true and id in (
      select id from media where workspace_id = ${workspaceId} and id = any(${[...mediaIds]}::uuid[]) order by id for update)`)
}
