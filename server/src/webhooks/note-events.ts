import Type from 'typebox'
import { closed, id, ids } from './event-parts.ts'

const note = { id, post_id: id }
const by = Type.String({ format: 'uuid', description: 'The person, or who made the key.' })
const example = { id: ids.note, post_id: ids.post }

/** The events of notes. None of them has the words, so that a note that is deleted is gone everywhere. */
export const noteEvents = {
  'post_note.created': {
    description:
      'Somebody wrote a note about a post. The event leaves out the words, which `listPostNotes` has.',
    data: Type.Object(
      { ...note, by, mentions: Type.Array(id, { description: 'The members whom it mentions.' }) },
      closed,
    ),
    example: { ...example, by: ids.person, mentions: [] },
  },
  'post_note.updated': {
    description: 'The words of a note were changed, or it was marked as done or opened again.',
    data: Type.Object(
      {
        ...note,
        by,
        changed: Type.Array(Type.String(), { description: '`text`, `mentions` or `resolved`.' }),
        resolved: Type.Boolean({ description: 'Whether it is done now.' }),
        new_mentions: Type.Array(id, { description: 'The members whom it mentions only since.' }),
      },
      closed,
    ),
    example: { ...example, by: ids.person, changed: ['resolved'], resolved: true, new_mentions: [] },
  },
  'post_note.deleted': {
    description: 'A note was deleted, alone or with its post.',
    data: Type.Object(note, closed),
    example,
  },
}
