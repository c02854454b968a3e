import { Type } from 'typebox'
import type { Draft } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** A title is a block of text. Source: github.com/tumblr/docs, npf-spec.md, Text Block Length. */
export const mostTitleLetters = 4_096
/** Tumblr's own pages allow as many; its API names no limit. */
const mostTags = 30
const mostTagLetters = 140
const mostAddressLetters = 2_048

/** The per-post choices, most of them under Tumblr's own names. */
export const options = Type.Object(
  {
    title: Type.Optional(
      Type.String({
        title: 'Title',
        description: 'A heading above everything else.',
        minLength: 1,
        maxLength: mostTitleLetters,
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: mostTagLetters, pattern: '^[^,]+$' }), {
        title: 'Tags',
        description: 'Below the post, by which people find it. They may have spaces.',
        maxItems: mostTags,
        uniqueItems: true,
      }),
    ),
    link: Type.Optional(
      Type.String({
        title: 'Link',
        description: 'Shown as a card at the end of the post, with the title and the picture of its page.',
        format: 'uri',
        pattern: '^https?://',
        maxLength: mostAddressLetters,
      }),
    ),
    source_url: Type.Optional(
      Type.String({
        title: 'Source',
        description: 'The page that the content is from, named below the post.',
        format: 'uri',
        pattern: '^https?://',
        maxLength: mostAddressLetters,
      }),
    ),
    slug: Type.Optional(
      Type.String({
        title: 'Address of the post',
        description:
          'The last part of its address, such as new-harbour. Left out, it is made of the content.',
        minLength: 1,
        maxLength: 200,
      }),
    ),
    interactability_reblog: Type.Optional(
      Type.Union(
        [Type.Literal('everyone', { title: 'Everyone' }), Type.Literal('noone', { title: 'No one' })],
        {
          title: 'Who may reblog',
        },
      ),
    ),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    title: nullable(text),
    tags: Type.Array(Type.String(), { default: [] }),
    link: nullable(text),
    sourceUrl: nullable(text),
    slug: nullable(text),
    interactabilityReblog: nullable(text),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices({ options: chosen }: Pick<Draft, 'options'>) {
  return choices.read(chosen)
}
