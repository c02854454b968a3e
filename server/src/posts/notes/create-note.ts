import { actorOf } from '../../callers/actor-of.ts'
import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { notFound } from '../../lib/problem.ts'
import { recordEvent } from '../../webhooks/record-event.ts'
import { loadNote, toNote } from './note-row.ts'
import type { NewNoteBody, Note } from './note-schema.ts'
import { readNoteText, requireMembers } from './note-text.ts'

/** Writes a note about a post, whatever the post's state. @throws Problem 404, 422 */
export async function createNote(call: CallContext, postId: string, body: NewNoteBody): Promise<Note> {
  const { db, workspaceId, mode, caller } = call
  const text = readNoteText(body.text)
  // Until this transaction ends the post stays, so that no note outlives it.
  const post = await db.row<{ id: string }>(sql`
    select id from posts where workspace_id = ${workspaceId} and mode = ${mode} and id = ${postId} and deleted_at is null
    for share`)
  if (post === null) throw notFound('post')
  const mentions = (body.mentions ?? []).map((each) => each.toLowerCase())
  await requireMembers(call, mentions)
  const [id, actor] = [newId(), actorOf(caller)]
  await db.run(sql`
    insert into post_notes (workspace_id, id, post_id, mode, text, mentions, actor_kind, actor_id, user_id)
    values (${workspaceId}, ${id}, ${post.id}, ${mode}, ${text}, ${mentions}::uuid[], ${actor.kind}, ${actor.id},
      ${caller.userId})`)
  await recordEvent(db, {
    workspaceId,
    mode,
    type: 'post_note.created',
    subjectId: id,
    data: { id, post_id: post.id, by: caller.userId, mentions },
  })
  return toNote(await loadNote(call, post.id, id))
}
