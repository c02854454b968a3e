import Type, { type Static } from 'typebox'
import { pageQuery, pageSchema } from '../../lib/requests/page.ts'
import { nullable } from '../post-schema.ts'

const closed = { additionalProperties: false }
const id = Type.String({ format: 'uuid' })
const moment = Type.String({ format: 'date-time' })

/** The most characters of a note. */
const mostCharacters = 5_000
/** The most members whom one note mentions. */
const mostMentions = 20

const text = Type.String({
  maxLength: mostCharacters,
  pattern: '[^\\s]',
  description:
    'Plain text; line breaks are kept. Other control characters and white space at its end are left out.',
})
const mentions = Type.Array(id, {
  maxItems: mostMentions,
  uniqueItems: true,
  description: 'The members whom it mentions, by their ids; they are told of it.',
})

export const NewNoteBody = Type.Object({ text, mentions: Type.Optional(mentions) }, closed)
export type NewNoteBody = Static<typeof NewNoteBody>

export const NoteChangesBody = Type.Object(
  {
    text: Type.Optional(text),
    mentions: Type.Optional(mentions),
    resolved: Type.Optional(
      Type.Boolean({ description: 'True marks the note as done, false opens it again.' }),
    ),
  },
  closed,
)
export type NoteChangesBody = Static<typeof NoteChangesBody>

export const NoteQuery = Type.Object(
  {
    ...pageQuery,
    resolved: Type.Optional(
      Type.Boolean({ description: 'True: only notes that are done. False: only open ones.' }),
    ),
  },
  closed,
)
export type NoteQuery = Static<typeof NoteQuery>

const kind = Type.Enum(['key', 'user', 'operator', 'system'])
const name = nullable(
  Type.String({ description: 'The name of the key, or the name or address of the person.' }),
)

export const NoteSchema = Type.Object(
  {
    id,
    post_id: id,
    text: Type.String(),
    author: Type.Object(
      {
        kind,
        id: Type.String({ format: 'uuid', description: 'The person, or the key of a program.' }),
        name,
        user_id: Type.String({ format: 'uuid', description: 'The person, or who made the key.' }),
      },
      closed,
    ),
    mentions: Type.Array(
      Type.Object(
        { user_id: id, name: Type.String({ description: 'Their name, or their address.' }) },
        closed,
      ),
    ),
    created_at: moment,
    edited_at: nullable(
      Type.String({ format: 'date-time', description: 'When its words were changed; null: never.' }),
    ),
    resolved_at: nullable(
      Type.String({ format: 'date-time', description: 'When it was marked as done; null: it is open.' }),
    ),
    resolved_by: nullable(Type.Object({ kind, id, name }, closed)),
  },
  { title: 'PostNote', ...closed },
)
export type Note = Static<typeof NoteSchema>

export const NotesSchema = Type.Object(
  {
    ...pageSchema(NoteSchema).properties,
    open: Type.Integer({ minimum: 0, description: 'How many notes of the post are open, of all pages.' }),
  },
  closed,
)
