import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { ThreadOption } from '../thread-option.ts'

/** Posts in a thread, the first one included; a limit of ours. */
export const mostParts = 25

/** The per-post choices, most of them under Slack's own names. */
export const options = Type.Object(
  {
    unfurl_links: Type.Optional(
      Type.Boolean({
        title: 'Previews of pages',
        description: 'Shows the pages behind links. Left out, the network decides.',
      }),
    ),
    unfurl_media: Type.Optional(
      Type.Boolean({
        title: 'Previews of media',
        description: 'Shows the pictures and videos behind links. Left out, the network decides.',
      }),
    ),
    reply_broadcast: Type.Optional(
      Type.Boolean({
        title: 'Replies in the channel too',
        description: 'Shows the later posts of a thread and the first comment in the channel as well.',
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
    unfurlLinks: nullable(Type.Boolean()),
    unfurlMedia: nullable(Type.Boolean()),
    replyBroadcast: Type.Boolean({ default: false }),
    documentTitle: nullable(text),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return choices.read(chosen)
}
