import type { Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import { removeNotes } from './notes/remove-notes.ts'
import type { PostRow } from './post-row.ts'

/** Removes a post whose row is locked, and writes the event. Its notes go with it, and its media are free for other uses from now on. */
export async function removePost(
  tx: Queryable,
  { workspaceId, mode }: { readonly workspaceId: string; readonly mode: Mode },
  { id, status, external_id: externalId }: Pick<PostRow, 'id' | 'status' | 'external_id'>,
): Promise<void> {
  await tx.run(sql`delete from post_media where workspace_id = ${workspaceId} and post_id = ${id}`)
  await tx.run(sql`
    update posts set deleted_at = clock_timestamp(), updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${id}`)
  await removeNotes(tx, { workspaceId, mode }, id)
  await recordEvent(tx, {
    workspaceId,
    mode,
    type: 'post.deleted',
    subjectId: id,
    version: 1,
    data: { id, status: 'deleted', previous_status: status, external_id: externalId },
  })
}
