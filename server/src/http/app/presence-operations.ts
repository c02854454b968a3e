import Type from 'typebox'
import { endPresence, notePresence } from '../../posts/presence/note-presence.ts'
import { id, idParams } from '../schemas.ts'
import { closed, done, isDone } from './schemas.ts'
import { defineWorkspaceOperation } from './workspace-operation.ts'

const present = Type.Object(
  { user_id: id, name: Type.String({ description: 'Their name, or their address where they gave none.' }) },
  { title: 'Present', ...closed },
)

/** Who has a post open in the app, so that two people see each other before their changes meet. */
export const presenceOperations = [
  defineWorkspaceOperation({
    id: 'notePresence',
    method: 'PUT',
    audit: { none: 'It tells of a page that is open, and is forgotten within a minute.' },
    path: '/posts/{id}/presence',
    least: 'author',
    thing: 'post',
    summary: 'Say that you have a post open',
    description:
      'Answers with the others who have it open. It holds for 30 seconds, so that an open page says it again every ten.',
    params: idParams,
    response: Type.Object({ data: Type.Array(present) }, closed),
    successExample: {
      data: [{ user_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b20', name: 'Lena Brandt' }],
    },
    run: async ({ db, member }, { params }) => ({ data: await notePresence(db, member, params.id) }),
  }),
  defineWorkspaceOperation({
    id: 'endPresence',
    method: 'DELETE',
    audit: { none: 'It tells of a page that was closed.' },
    path: '/posts/{id}/presence',
    least: 'author',
    thing: 'post',
    summary: 'Say that you no longer have a post open',
    params: idParams,
    response: done,
    successExample: isDone,
    run: async ({ db, member }, { params }) => {
      await endPresence(db, member, params.id)
      return isDone
    },
  }),
]
