import { actorOf } from '../../callers/actor-of.ts'
import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { recordEvent } from '../../webhooks/record-event.ts'
import { loadNote, lockNote, type NoteRow, toNote } from './note-row.ts'
import type { Note, NoteChangesBody } from './note-schema.ts'
import { readNoteText, requireMembers } from './note-text.ts'

/**
 * Changes the words of a note, which only its author may, or marks it as done, which everybody may who may write one.
 * @throws Problem 403 `not_your_note`; 404; 422
 */
export async function updateNote(
  call: CallContext,
  postId: string,
  id: string,
  changes: NoteChangesBody,
): Promise<Note> {
  const before = await lockNote(call, postId, id)
  const was = { text: before.text, mentions: (before.mentions ?? []).map(({ user_id }) => user_id) }
  const text = changes.text === undefined ? was.text : readNoteText(changes.text)
  const mentions = changes.mentions?.map((each) => each.toLowerCase()) ?? was.mentions
  await requireMembers(call, mentions, was.mentions)
  if (changes.text !== undefined || changes.mentions !== undefined) requireAuthor(call, before)
  const fresh = mentions.filter((each) => !was.mentions.includes(each))
  const isResolved = changes.resolved ?? before.resolved_at !== null
  const changed = [
    ...(text === was.text ? [] : ['text']),
    ...(mentions.join() === was.mentions.join() ? [] : ['mentions']),
    ...(isResolved === (before.resolved_at !== null) ? [] : ['resolved']),
  ]
  if (changed.length === 0) return toNote(before)
  const { db, workspaceId, mode, caller } = call
  const actor = actorOf(caller)
  await db.run(sql`
    update post_notes set text = ${text}, mentions = ${mentions}::uuid[],
      edited_at = case when text = ${text} then edited_at else clock_timestamp() end,
      resolved_at = case when ${isResolved} then coalesce(resolved_at, clock_timestamp()) end,
      resolved_kind = case when ${isResolved} then coalesce(resolved_kind, ${actor.kind}) end,
      resolved_id = case when ${isResolved} then coalesce(resolved_id, ${actor.id}) end
    where workspace_id = ${workspaceId} and id = ${before.id}`)
  await recordEvent(db, {
    workspaceId,
    mode,
    type: 'post_note.updated',
    subjectId: before.id,
    data: {
      ...{ id: before.id, post_id: before.post_id, by: caller.userId },
      ...{ changed, resolved: isResolved, new_mentions: fresh },
    },
  })
  return toNote(await loadNote(call, before.post_id, before.id))
}

function requireAuthor({ caller }: CallContext, { user_id }: NoteRow): void {
  if (caller.userId === user_id) return
  throw new Problem(403, 'not_your_note', 'Only the person who wrote this note may change its words.')
}
