import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

const visibilities = [Type.Literal('public'), Type.Literal('connections'), Type.Literal('logged_in')] as const

/** The per-post choices. */
export const options = Type.Object(
  {
    document_title: Type.Optional(
      Type.String({
        title: 'Title of the document',
        description: 'Shown with a document. Left out, it is the first line of the text.',
        minLength: 1,
        maxLength: 400,
      }),
    ),
    visibility: Type.Optional(
      Type.Union([...visibilities], {
        title: 'Visibility',
        description: 'Who can see the post: everyone, the connections of the person, or members of LinkedIn.',
      }),
    ),
    first_comment: Type.Optional(
      Type.String({
        title: 'First comment',
        description: 'A comment that the account writes below its post.',
        maxLength: 1_250,
      }),
    ),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    documentTitle: nullable(text),
    visibility: Type.Union([...visibilities], { default: 'public' }),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return choices.read(chosen)
}
