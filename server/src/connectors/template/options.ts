import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { stored } from '../kit/media/stored.ts'
import { ThreadOption } from '../thread-option.ts'

/** The per-post choices. Rules that depend on the account are found by `check`. */
export const options = Type.Object(
  {
    sensitive: Type.Optional(
      Type.Boolean({ title: 'Sensitive media', description: 'Hides the media until a reader unfolds them.' }),
    ),
    thread: Type.Optional(ThreadOption),
  },
  { additionalProperties: false },
)

const choices = stored(Type.Object({ sensitive: Type.Boolean({ default: false }) }), 'These are no options.')

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return choices.read(chosen)
}
