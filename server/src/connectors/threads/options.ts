import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { PollOption, readPoll } from '../kit/poll.ts'
import { ThreadOption } from '../thread-option.ts'

const audiences = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
] as const

/** The per-post choices. Rules between them are found by `check`. */
export const options = Type.Object(
  {
    reply_control: Type.Optional(
      Type.Union(
        audiences.map((audience) => Type.Literal(audience)),
        { title: 'Replies', description: 'Who may reply to the post; everyone, unless you choose.' },
      ),
    ),
    poll: Type.Optional(PollOption),
    link: Type.Optional(
      Type.String({
        title: 'Link',
        description:
          'The page to preview below a post without media. Otherwise it is the first link of the text.',
        format: 'uri',
        pattern: '^https?://',
        maxLength: 2_000,
      }),
    ),
    location: Type.Optional(
      Type.Union([Type.Literal('feed'), Type.Literal('reels')], {
        title: 'Location',
        description: 'Threads has a feed alone; a post for reels goes there too.',
      }),
    ),
    thread: Type.Optional(ThreadOption),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({ replyControl: nullable(text), link: nullable(text), location: nullable(text) }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return { ...choices.read(chosen), poll: readPoll(chosen.poll) }
}
