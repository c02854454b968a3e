import { Type } from 'typebox'
import type { Account, Draft, DraftMedia } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { ThreadOption } from '../thread-option.ts'
import { profileOf } from './names.ts'

/** Source: `title` of POST /api/submit at www.reddit.com/dev/api. */
export const mostTitleLetters = 300
/** A limit of Reddit's own site; the documentation of the API names none. */
export const mostCommentLetters = 10_000
/** The post and the comments that follow it; a limit of ours. */
export const mostParts = 25

/** The per-post choices, most of them under Reddit's own names. Rules between them are found by `check`. */
export const options = Type.Object(
  {
    subreddit: Type.Optional(
      Type.String({
        title: 'Community',
        description: 'Where it is posted. Left out, it is the profile of the account.',
        pattern: '^(r/|u_)?[A-Za-z0-9_-]{2,21}$',
        'x-choices': true,
      }),
    ),
    title: Type.Optional(
      Type.String({
        title: 'Title',
        description: 'Left out, it is the first line of the text, which is not repeated below it.',
        minLength: 1,
        maxLength: mostTitleLetters,
        pattern: '[^\\s]',
      }),
    ),
    url: Type.Optional(
      Type.String({
        title: 'Link',
        description: 'Makes the post a link to this address.',
        format: 'uri',
        pattern: '^https?://',
        maxLength: 2_000,
      }),
    ),
    flair_id: Type.Optional(
      Type.String({
        title: 'Id of the flair',
        description: 'The id of a flair of the community, for programs. People name a flair by its text.',
        minLength: 1,
        maxLength: 36,
      }),
    ),
    flair_text: Type.Optional(
      Type.String({
        title: 'Flair',
        description: 'The text of a flair of the community. Beside an id, the words to put in its place.',
        minLength: 1,
        maxLength: 64,
      }),
    ),
    nsfw: Type.Optional(Type.Boolean({ title: 'Not safe for work', description: 'For adults only.' })),
    spoiler: Type.Optional(
      Type.Boolean({ title: 'Spoiler', description: 'Hides pictures and texts until a reader taps them.' }),
    ),
    send_replies: Type.Optional(
      Type.Boolean({
        title: 'Messages about comments',
        description: 'The account is told of comments in its inbox, unless this is switched off.',
      }),
    ),
    cover_image: Type.Optional(
      Type.String({ title: 'Cover', description: 'A picture for a video.', format: 'media-id' }),
    ),
    thread: Type.Optional(ThreadOption),
    first_comment: Type.Optional(
      Type.String({
        title: 'First comment',
        description: 'A comment that the account writes below its post.',
        maxLength: mostCommentLetters,
      }),
    ),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    subreddit: nullable(text),
    title: nullable(text),
    url: nullable(text),
    flairId: nullable(text),
    flairText: nullable(text),
    nsfw: Type.Boolean({ default: false }),
    spoiler: Type.Boolean({ default: false }),
    sendReplies: Type.Boolean({ default: true }),
    coverImage: nullable(text),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices({ options: chosen }: Pick<Draft, 'options'>) {
  return choices.read(chosen)
}

/** The community that a post is for, without `r/`. */
export function communityOf(draft: Pick<Draft, 'options'>, account: Pick<Account, 'username'>): string {
  return readChoices(draft).subreddit?.replace(/^r\//, '') ?? profileOf(account)
}

/** The words of a post: its title and the text below it. `isFirstLine` where nobody gave a title, so that the text begins with it. */
export function wordsOf(draft: Pick<Draft, 'options' | 'text'>): {
  title: string
  body: string
  isFirstLine: boolean
} {
  const { title } = readChoices(draft)
  if (title !== null) return { title: title.trim(), body: draft.text, isFirstLine: false }
  const text = draft.text.trim()
  const [line = ''] = text.split('\n', 1)
  return { title: line.trim(), body: text.slice(line.length).trim(), isFirstLine: true }
}

/** The picture, or the video, that is named as the cover. */
export function coverOf(draft: Pick<Draft, 'options' | 'optionMedia'>): DraftMedia | null {
  const { coverImage } = readChoices(draft)
  return draft.optionMedia.find(({ id }) => id === coverImage) ?? null
}

export type PostKind = 'self' | 'link' | 'image' | 'gallery' | 'video'

/** The kind of a post, which follows from its media and its link. */
export function kindOf({ media, options: chosen }: Pick<Draft, 'media' | 'options'>): PostKind {
  const [first, ...more] = media
  if (more.length > 0) return 'gallery'
  if (first) return first.kind === 'video' ? 'video' : 'image'
  return readChoices({ options: chosen }).url === null ? 'self' : 'link'
}
