import { Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import { type Poll, PollOption, readPoll } from '../kit/poll.ts'
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

export interface Choices {
  readonly visibility: string | null
  /** Empty when there is none. */
  readonly spoiler: string
  readonly sensitive: boolean | null
  readonly language: string | null
  readonly poll: Poll | null
}

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject): Choices {
  return {
    visibility: textOf(chosen.visibility),
    spoiler: textOf(chosen.spoiler_text) ?? '',
    sensitive: typeof chosen.sensitive === 'boolean' ? chosen.sensitive : null,
    language: textOf(chosen.language),
    poll: readPoll(chosen.poll),
  }
}
