import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { PollOption, readPoll } from '../kit/poll.ts'
import { ThreadOption } from '../thread-option.ts'

/** Posts in a thread, the first one included; a limit of ours. */
export const mostParts = 25

/** The per-post choices. Limits of the server's own are found by `check`. */
export const options = Type.Object(
  {
    visibility: Type.Optional(
      Type.Union(
        [
          Type.Literal('public'),
          Type.Literal('home', { title: 'Home timelines' }),
          Type.Literal('followers'),
        ],
        {
          title: 'Visibility',
          description: 'Who can see the post: everyone, everyone but only in home timelines, or followers.',
        },
      ),
    ),
    local_only: Type.Optional(
      Type.Boolean({
        title: 'This server only',
        description: 'Keeps the post on its server: nobody elsewhere sees it.',
      }),
    ),
    channel: Type.Optional(
      Type.String({
        title: 'Channel',
        description:
          'A channel of the server, in which the post appears. Posts in channels stay on their server.',
        minLength: 1,
        maxLength: 64,
        'x-choices': true,
      }),
    ),
    spoiler_text: Type.Optional(
      Type.String({
        title: 'Content warning',
        description: 'A warning shown in place of the text, which people can unfold.',
      }),
    ),
    sensitive: Type.Optional(Type.Boolean({ title: 'Sensitive media' })),
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
  Type.Object({
    visibility: nullable(text),
    localOnly: nullable(Type.Boolean()),
    /** The id of the channel. */
    channel: nullable(text),
    /** Empty when there is none. */
    spoilerText: Type.String({ default: '' }),
    sensitive: Type.Boolean({ default: false }),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return { ...choices.read(chosen), poll: readPoll(chosen.poll) }
}
