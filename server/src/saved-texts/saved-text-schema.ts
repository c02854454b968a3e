import Type, { type Static } from 'typebox'

const closed = { additionalProperties: false }

const fields = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'A line by which people find it. No two saved texts of a workspace and mode have names that differ in case alone.',
    examples: ['Hashtags'],
  }),
  text: Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'The text as it is put into a post, with its line breaks.',
  }),
  platforms: Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: 50,
    uniqueItems: true,
    description:
      'The networks that it is meant for; none means every network. The app offers it first where the post goes to one of them, and everywhere else below the others.',
  }),
}

/** A saved text as the API shows it. */
export const SavedTextSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    ...fields,
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'SavedText', ...closed },
)
export type SavedText = Static<typeof SavedTextSchema>

export const NewSavedTextBody = Type.Object(
  { name: fields.name, text: fields.text, platforms: Type.Optional(fields.platforms) },
  closed,
)
export type NewSavedTextBody = Static<typeof NewSavedTextBody>

export const SavedTextChangesBody = Type.Object(
  {
    name: Type.Optional(fields.name),
    text: Type.Optional(fields.text),
    platforms: Type.Optional(fields.platforms),
  },
  closed,
)
export type SavedTextChangesBody = Static<typeof SavedTextChangesBody>
