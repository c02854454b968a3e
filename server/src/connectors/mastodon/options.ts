import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { PollOption, readPoll } from '../kit/poll.ts'
import { ThreadOption } from '../thread-option.ts'

const visibilities = ['public', 'unlisted', 'private', 'direct'] as const

/** Posts in a thread, the first one included; a limit of ours. */
export const mostParts = 25

/** The per-post choices. Limits of the instance's own are found by `check`. */
export const options = Type.Object(
  {
    visibility: Type.Optional(
      Type.Union(
        visibilities.map((visibility) => Type.Literal(visibility)),
        {
          title: 'Visibility',
          description:
            'Who can see the post: everyone, everyone but not in public timelines, followers, or mentioned users.',
        },
      ),
    ),
    spoiler_text: Type.Optional(
      Type.String({
        title: 'Content warning',
        description: 'A warning shown in place of the text, which people can unfold.',
      }),
    ),
    sensitive: Type.Optional(Type.Boolean({ title: 'Sensitive media' })),
    language: Type.Optional(
      Type.String({
        title: 'Language',
        description: 'The language of the text, such as en or pt-BR.',
        minLength: 2,
        maxLength: 35,
      }),
    ),
    poll: Type.Optional(PollOption),
    thread: Type.Optional(ThreadOption),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    visibility: nullable(text),
    /** Empty when there is none. */
    spoilerText: Type.String({ default: '' }),
    sensitive: nullable(Type.Boolean()),
    language: nullable(text),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return { ...choices.read(chosen), poll: readPoll(chosen.poll) }
}
