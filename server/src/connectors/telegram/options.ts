import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { PollOption, readPoll } from '../kit/poll.ts'
import { ThreadOption } from '../thread-option.ts'

/** Posts in a thread, the first one included; a limit of ours. */
export const mostParts = 25

/** The per-post choices, most of them under Telegram's own names. Rules that depend on the chat are found by `check`. */
export const options = Type.Object(
  {
    disable_notification: Type.Optional(
      Type.Boolean({
        title: 'Without a sound',
        description: 'Readers get a notification that makes no sound.',
      }),
    ),
    protect_content: Type.Optional(
      Type.Boolean({
        title: 'Protect the content',
        description: 'Nobody can forward the post or save its media.',
      }),
    ),
    disable_link_preview: Type.Optional(
      Type.Boolean({ title: 'Without a link preview', description: 'Shows no preview of the first link.' }),
    ),
    has_spoiler: Type.Optional(
      Type.Boolean({
        title: 'Cover the media',
        description: 'Covers pictures, videos and animations until a reader taps them.',
      }),
    ),
    show_caption_above_media: Type.Optional(
      Type.Boolean({
        title: 'Text above the media',
        description: 'Shows the text above pictures and videos.',
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
    message_thread_id: Type.Optional(
      Type.Integer({
        title: 'Topic',
        description:
          'The number of a topic, for groups with topics. It is the middle one in the address of a message there.',
        minimum: 1,
        maximum: 2_147_483_647,
      }),
    ),
    poll: Type.Optional(PollOption),
    thread: Type.Optional(ThreadOption),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    disableNotification: Type.Boolean({ default: false }),
    protectContent: Type.Boolean({ default: false }),
    disableLinkPreview: Type.Boolean({ default: false }),
    hasSpoiler: Type.Boolean({ default: false }),
    showCaptionAboveMedia: Type.Boolean({ default: false }),
    documentTitle: nullable(text),
    messageThreadId: nullable(Type.Integer()),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return { ...choices.read(chosen), poll: readPoll(chosen.poll) }
}
