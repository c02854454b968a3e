import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { PollOption, readPoll } from '../kit/poll.ts'
import { ThreadOption } from '../thread-option.ts'

/** Posts in a thread, the first one included; a limit of ours. */
export const mostParts = 25

/** Source: docs.discord.com/developers/resources/message, Allowed Mention Types. */
const MentionType = Type.Union([
  Type.Literal('everyone', { title: '@everyone and @here' }),
  Type.Literal('roles', { title: 'Roles' }),
  Type.Literal('users', { title: 'Members' }),
])

/** The per-post choices, most of them under Discord's own names. Rules that depend on the account are found by `check`. */
export const options = Type.Object(
  {
    allowed_mentions: Type.Optional(
      Type.Array(MentionType, {
        title: 'Who may be pinged',
        description: 'Mentions in the text ping these. Left out, they ping nobody.',
        uniqueItems: true,
        maxItems: 3,
      }),
    ),
    crosspost: Type.Optional(
      Type.Boolean({
        title: 'Publish to followers',
        description: 'Shows the post in all servers that follow this announcement channel.',
      }),
    ),
    suppress_notifications: Type.Optional(
      Type.Boolean({
        title: 'Silent',
        description: 'Readers get no push notification, only a mark at the channel.',
      }),
    ),
    suppress_embeds: Type.Optional(
      Type.Boolean({ title: 'Without link previews', description: 'Shows no previews of links.' }),
    ),
    spoiler: Type.Optional(
      Type.Boolean({
        title: 'Cover the media',
        description: 'Covers pictures, videos and animations until a reader taps them.',
      }),
    ),
    document_title: Type.Optional(
      Type.String({
        title: 'Title of the document',
        description: 'The name under which readers see a document. Left out, it is document.',
        minLength: 1,
        maxLength: 100,
      }),
    ),
    poll: Type.Optional(PollOption),
    thread: Type.Optional(ThreadOption),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    allowedMentions: Type.Array(MentionType, { default: [] }),
    crosspost: Type.Boolean({ default: false }),
    suppressNotifications: Type.Boolean({ default: false }),
    suppressEmbeds: Type.Boolean({ default: false }),
    spoiler: Type.Boolean({ default: false }),
    documentTitle: nullable(text),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return { ...choices.read(chosen), poll: readPoll(chosen.poll) }
}
