import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

const mostAddressLetters = 2_048
/** Source: dev.vk.com/en/method/video.save. */
const mostTitleLetters = 128

/** The per-post choices, most of them under VK's own names. */
export const options = Type.Object(
  {
    link: Type.Optional(
      Type.String({
        title: 'Link',
        description: 'Attached to the post. VK shows it as a card where it finds a picture on the page.',
        format: 'uri',
        pattern: '^https?://',
        maxLength: mostAddressLetters,
      }),
    ),
    title: Type.Optional(
      Type.String({
        title: 'Title of the file',
        description:
          'The name of a video, an animation or a document at VK. Left out, it is the beginning of the text.',
        minLength: 1,
        maxLength: mostTitleLetters,
      }),
    ),
    copyright: Type.Optional(
      Type.String({
        title: 'Source',
        description: 'The page that the content is from, named below the post.',
        format: 'uri',
        pattern: '^https?://',
        maxLength: mostAddressLetters,
      }),
    ),
    signed: Type.Optional(
      Type.Boolean({
        title: 'Signed',
        description: 'Names the person who connected the community as the author of the post.',
      }),
    ),
    friends_only: Type.Optional(
      Type.Boolean({ title: 'Friends only', description: 'Shows a post on your own wall to friends alone.' }),
    ),
    close_comments: Type.Optional(Type.Boolean({ title: 'No comments' })),
    mute_notifications: Type.Optional(
      Type.Boolean({
        title: 'Quiet',
        description: 'Sends no notification to the members of the community.',
      }),
    ),
    first_comment: Type.Optional(
      Type.String({
        title: 'First comment',
        description: 'A comment of the account below the post, made right after it.',
        minLength: 1,
      }),
    ),
  },
  { additionalProperties: false },
)

const isChosen = Type.Boolean({ default: false })

const choices = stored(
  Type.Object({
    link: nullable(text),
    title: nullable(text),
    copyright: nullable(text),
    signed: isChosen,
    friendsOnly: isChosen,
    closeComments: isChosen,
    muteNotifications: isChosen,
    firstComment: nullable(text),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return choices.read(chosen)
}
