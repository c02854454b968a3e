import { Type } from 'typebox'
import { cutText } from '../../lib/text/graphemes.ts'
import type { Draft, DraftMedia } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** Source: developers.google.com/youtube/v3/docs/videos#snippet.title */
export const mostTitleLetters = 100

const privacies = ['public', 'unlisted', 'private'] as const

/** The per-post choices. Rules that depend on the channel are found by `check`. */
export const options = Type.Object(
  {
    title: Type.Optional(
      Type.String({
        title: 'Title',
        description: 'The first line of the text, cut to 100 characters, unless set.',
        minLength: 1,
        maxLength: mostTitleLetters,
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
        title: 'Tags',
        description:
          '500 characters in all. A comma is counted between two tags, and two quotes around one with spaces.',
        maxItems: 500,
      }),
    ),
    privacy_status: Type.Optional(
      Type.Union(
        privacies.map((privacy) => Type.Literal(privacy)),
        { title: 'Who can see it', description: 'Everyone, people with the link, or nobody but you.' },
      ),
    ),
    category_id: Type.Optional(
      Type.String({ title: 'Category', pattern: '^[0-9]{1,6}$', 'x-choices': true }),
    ),
    made_for_kids: Type.Optional(
      Type.Boolean({
        title: 'Made for kids',
        description: 'Left out, the setting of the channel holds.',
      }),
    ),
    contains_synthetic_media: Type.Optional(
      Type.Boolean({
        title: 'Altered or synthetic',
        description: 'It shows something realistic that was made or altered, such as by AI.',
      }),
    ),
    thumbnail: Type.Optional(
      Type.String({
        title: 'Thumbnail',
        description: 'A picture of up to 50 MB, best 1280 × 720. It is set once the video is up.',
        format: 'media-id',
      }),
    ),
    playlist_ids: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{2,64}$' }), {
        title: 'Playlists',
        description: 'Playlists of the channel that the video is put into once it is up.',
        maxItems: 20,
        uniqueItems: true,
        'x-choices': true,
      }),
    ),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    title: nullable(text),
    tags: Type.Array(Type.String(), { default: [] }),
    privacyStatus: Type.String({ default: 'public' }),
    categoryId: nullable(text),
    madeForKids: nullable(Type.Boolean()),
    containsSyntheticMedia: nullable(Type.Boolean()),
    thumbnail: nullable(text),
    playlistIds: Type.Array(Type.String(), { default: [] }),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices({ options: chosen }: Pick<Draft, 'options'>) {
  return choices.read(chosen)
}

/** The title: the one that was chosen, or the first line of the text that says something. Empty where there is neither. */
export function titleOf(draft: Pick<Draft, 'options' | 'text'>): string {
  const [line = ''] = draft.text.trimStart().split('\n', 1)
  return readChoices(draft).title?.trim() ?? cutText(line, mostTitleLetters).trim()
}

/** The medium that is named as the thumbnail. */
export function thumbnailOf(draft: Pick<Draft, 'options' | 'optionMedia'>): DraftMedia | null {
  const { thumbnail } = readChoices(draft)
  return draft.optionMedia.find(({ id }) => id === thumbnail) ?? null
}
