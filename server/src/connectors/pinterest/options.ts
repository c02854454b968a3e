import { Type } from 'typebox'
import type { Draft, DraftMedia } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** Source: the schema `PinCreate` of Pinterest’s description of its API. */
export const mostTitleLetters = 100
const mostLinkLetters = 2_048

/** The per-post choices. Rules that depend on the media are found by `check`. */
export const options = Type.Object(
  {
    board_ids: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9]{1,40}$' }), {
        title: 'Board',
        description: 'The board that the Pin is put on: exactly one.',
        maxItems: 50,
        uniqueItems: true,
        'x-choices': true,
      }),
    ),
    title: Type.Optional(Type.String({ title: 'Title', minLength: 1, maxLength: mostTitleLetters })),
    link: Type.Optional(
      Type.String({
        title: 'Link',
        description: 'The address that the Pin leads to, with http or https.',
        format: 'uri',
        pattern: '^https?://',
        maxLength: mostLinkLetters,
      }),
    ),
    video_cover_timestamp_ms: Type.Optional(
      Type.Integer({
        title: 'Moment of the cover',
        description:
          'The moment of a video that is its cover, in milliseconds, cut to whole seconds. A cover picture wins.',
        minimum: 0,
      }),
    ),
    cover_image: Type.Optional(
      Type.String({ title: 'Cover', description: 'A picture for a video.', format: 'media-id' }),
    ),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    boardIds: Type.Array(Type.String(), { default: [] }),
    title: nullable(text),
    link: nullable(text),
    videoCoverTimestampMs: nullable(Type.Integer()),
    coverImage: nullable(text),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices({ options: chosen }: Pick<Draft, 'options'>) {
  return choices.read(chosen)
}

/** The one board of a post that `check` has passed. */
export function boardOf(draft: Pick<Draft, 'options'>): string {
  const [boardId, ...more] = readChoices(draft).boardIds
  if (boardId === undefined || more.length > 0) throw new Error('A Pin is on one board.')
  return boardId
}

/** The medium that is named as the cover. */
export function coverOf(draft: Pick<Draft, 'options' | 'optionMedia'>): DraftMedia | null {
  const { coverImage } = readChoices(draft)
  return draft.optionMedia.find(({ id }) => id === coverImage) ?? null
}

/**
 * The alt text of a Pin. A Pin has one, also where it shows several pictures, so those of the pictures are its lines.
 */
export function altTextOf({ media }: Pick<Draft, 'media'>): string {
  const texts = media.map(({ altText }) => altText.trim())
  return texts.filter((altText) => altText !== '').join('\n')
}
