import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { ThreadOption } from '../thread-option.ts'

/** Casts in a thread, the first one included; a limit of ours. */
export const mostParts = 25

/** The per-post choices. The channel and the quoted cast belong to the first cast of a thread. */
export const options = Type.Object(
  {
    channel: Type.Optional(
      Type.String({
        title: 'Channel',
        description: 'The id of a channel in which the cast appears, such as food.',
        minLength: 1,
        maxLength: 64,
        'x-choices': true,
      }),
    ),
    quote: Type.Optional(
      Type.String({
        title: 'Quoted cast',
        description: 'The address of a cast at farcaster.xyz, or its whole hash.',
        minLength: 1,
        maxLength: 300,
      }),
    ),
    link_card: Type.Optional(
      Type.Boolean({
        title: 'Link card',
        description: 'Show the pages behind the links of the text, where pictures leave room.',
        default: true,
      }),
    ),
    first_comment: Type.Optional(
      Type.String({
        title: 'First comment',
        description: 'A reply to the post, published right after it.',
        minLength: 1,
      }),
    ),
    thread: Type.Optional(ThreadOption),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    channel: nullable(text),
    quote: nullable(text),
    linkCard: Type.Boolean({ default: true }),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return choices.read(chosen)
}
