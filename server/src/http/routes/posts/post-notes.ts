import Type from 'typebox'
import { exampleTime } from '../../../posts/example-time.ts'
import { createNote } from '../../../posts/notes/create-note.ts'
import { deleteNote } from '../../../posts/notes/delete-note.ts'
import { listNotes } from '../../../posts/notes/list-notes.ts'
import {
  NewNoteBody,
  NoteChangesBody,
  NoteQuery,
  NoteSchema,
  NotesSchema,
} from '../../../posts/notes/note-schema.ts'
import { updateNote } from '../../../posts/notes/update-note.ts'
import { defineOperation } from '../../operation.ts'
import { deleted, id, idParams } from '../../schemas.ts'
import { postExample } from './post-examples.ts'

const noteParams = Type.Object({ id, note_id: id }, { additionalProperties: false })
const lena = { kind: 'user', id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b70', name: 'Lena' }
const noteExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1bb0',
  post_id: postExample.id,
  text: 'Can we take the other picture?',
  author: { ...lena, user_id: lena.id },
  mentions: [],
  created_at: exampleTime('12:00:00.000', -5),
  edited_at: null,
  resolved_at: null,
  resolved_by: null,
}

/** The notes that the people of a workspace write to each other about a post. */
export const postNoteOperations = [
  defineOperation({
    id: 'listPostNotes',
    method: 'GET',
    path: '/v1/posts/{id}/notes',
    scope: 'read',
    kind: 'read',
    mayWait: true,
    thing: 'post',
    summary: 'List the notes of a post, newest first',
    description: 'Notes are what people say to each other about a post. They never go to a network.',
    params: idParams,
    query: NoteQuery,
    response: NotesSchema,
    successExample: { data: [noteExample], meta: { total: 1, offset: 0, limit: 10, next: null }, open: 1 },
    run: (call, { params, query, url }) => listNotes(call, params.id, query, url),
  }),
  defineOperation({
    id: 'createPostNote',
    method: 'POST',
    audit: 'post.add_note',
    path: '/v1/posts/{id}/notes',
    scope: 'write',
    scopeOfPeople: 'read',
    kind: 'change',
    thing: 'post',
    summary: 'Write a note about a post',
    description:
      'Nothing of it is published, and the post stays as it is. Its author, those who wrote notes on it before and the members whom it mentions are told, but for the one who writes.',
    params: idParams,
    body: NewNoteBody,
    response: NoteSchema,
    bodyExample: { text: noteExample.text },
    successExample: noteExample,
    run: (call, { params, body }) => createNote(call, params.id, body),
  }),
  defineOperation({
    id: 'updatePostNote',
    method: 'PATCH',
    audit: { action: 'post.change_note', keeps: ['resolved'] },
    path: '/v1/posts/{id}/notes/{note_id}',
    scope: 'write',
    scopeOfPeople: 'read',
    kind: 'change',
    thing: 'note',
    summary: 'Change a note, or mark it as done',
    description:
      'Only the person who wrote a note, or made the key that did, may change its words. Everybody who may write notes may mark one as done.',
    params: noteParams,
    body: NoteChangesBody,
    response: NoteSchema,
    bodyExample: { resolved: true },
    successExample: { ...noteExample, resolved_at: exampleTime('12:30:00.000', -5), resolved_by: lena },
    run: (call, { params, body }) => updateNote(call, params.id, params.note_id, body),
  }),
  defineOperation({
    id: 'deletePostNote',
    method: 'DELETE',
    audit: 'post.delete_note',
    path: '/v1/posts/{id}/notes/{note_id}',
    scope: 'write',
    scopeOfPeople: 'read',
    kind: 'change',
    thing: 'note',
    summary: 'Delete a note for good',
    description: 'Notes of others need the scope `admin`.',
    params: noteParams,
    response: deleted,
    successExample: { id: noteExample.id, deleted: true, success: true },
    run: (call, { params }) => deleteNote(call, params.id, params.note_id),
  }),
]
