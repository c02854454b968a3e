import { requireScope } from '../../callers/authorize.ts'
import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { recordEvent } from '../../webhooks/record-event.ts'
import { lockNote } from './note-row.ts'

export interface DeletedNote {
  id: string
  deleted: true
  success: true
}

/** Deletes a note for good, for its author and for those who run the workspace. @throws Problem 403 `scope_missing`; 404 */
export async function deleteNote(call: CallContext, postId: string, id: string): Promise<DeletedNote> {
  const { db, workspaceId, mode, caller } = call
  const note = await lockNote(call, postId, id)
  if (note.user_id !== caller.userId)
    requireScope(caller, 'admin', 'may delete only the notes of its own person')
  await db.run(sql`delete from post_notes where workspace_id = ${workspaceId} and id = ${note.id}`)
  await recordEvent(db, {
    workspaceId,
    mode,
    type: 'post_note.deleted',
    subjectId: note.id,
    data: { id: note.id, post_id: note.post_id },
  })
  return { id: note.id, deleted: true, success: true }
}
