import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { ThreadOption } from '../thread-option.ts'

/** The per-post choices. */
export const options = Type.Object(
  {
    content_warning: Type.Optional(
      Type.String({
        title: 'Content warning',
        description: 'The reason why programs hide the post until a reader unfolds it.',
        minLength: 1,
        maxLength: 200,
      }),
    ),
    thread: Type.Optional(ThreadOption),
  },
  { additionalProperties: false },
)

const choices = stored(Type.Object({ contentWarning: nullable(text) }), 'These are no options.')

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return choices.read(chosen)
}
