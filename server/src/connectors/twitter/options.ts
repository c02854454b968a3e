import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { PollOption, readPoll } from '../kit/poll.ts'
import { ThreadOption } from '../thread-option.ts'

const audiences = ['following', 'mentionedUsers', 'subscribers', 'verified'] as const

/** The per-post choices. Rules that depend on the account are found by `check`. */
export const options = Type.Object(
  {
    reply_settings: Type.Optional(
      Type.Union(
        audiences.map((audience) => Type.Literal(audience)),
        {
          title: 'Who can reply',
          description:
            'People whom the account follows, people who are mentioned, subscribers, or verified accounts. Everyone where it is left out.',
        },
      ),
    ),
    community_id: Type.Optional(
      Type.String({
        title: 'Community',
        description: 'The number of a community of the account, in which the post appears.',
        pattern: '^[0-9]{1,19}$',
      }),
    ),
    poll: Type.Optional(PollOption),
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
  Type.Object({ replySettings: nullable(text), communityId: nullable(text) }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. They belong to the first post of a thread. */
export function readChoices(chosen: JsonObject) {
  return { ...choices.read(chosen), poll: readPoll(chosen.poll) }
}
