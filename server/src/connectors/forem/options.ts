import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** Source: Article of Forem, the validation of `title`. */
export const mostTitleLetters = 128

const mostAddressLetters = 2_048

/** The per-post choices, under the names of Forem's API. */
export const options = Type.Object(
  {
    title: Type.Optional(
      Type.String({
        title: 'Title',
        description:
          'The first line of the text unless set. A first line that begins with # is not repeated below it.',
        minLength: 1,
        maxLength: mostTitleLetters,
        pattern: '[^\\s]',
      }),
    ),
    tags: Type.Optional(
      // Sources: ArticlePolicy::MAX_TAG_LIST_SIZE and Tag of Forem.
      Type.Array(Type.String({ minLength: 1, maxLength: 30, pattern: '^[\\p{L}\\p{N}]+$' }), {
        title: 'Tags',
        description: 'Up to four, each of letters and digits alone.',
        maxItems: 4,
        uniqueItems: true,
      }),
    ),
    main_image: Type.Optional(
      Type.Union(
        [
          Type.Literal('none', { title: 'No picture' }),
          Type.Literal('first', { title: 'The first picture, also in the text' }),
          Type.Literal('first_only', { title: 'The first picture, not in the text' }),
        ],
        { title: 'Cover', description: 'The picture above the article and in lists of articles.' },
      ),
    ),
    description: Type.Optional(
      Type.String({
        title: 'Description',
        description: 'A summary for search engines and cards. Left out, it is the beginning of the text.',
        minLength: 1,
        maxLength: 500,
      }),
    ),
    canonical_url: Type.Optional(
      Type.String({
        title: 'Original',
        description: 'Where the article was published first. Search engines are led there.',
        format: 'uri',
        pattern: '^https?://',
        maxLength: mostAddressLetters,
      }),
    ),
    series: Type.Optional(
      Type.String({
        title: 'Series',
        description: 'Articles with the same series are shown together.',
        minLength: 1,
        maxLength: 200,
        pattern: '[^\\s]',
      }),
    ),
    organization_id: Type.Optional(
      Type.Integer({
        title: 'Organization',
        description: 'The number of an organization of which the account is a member.',
        minimum: 1,
        maximum: 2_147_483_647,
      }),
    ),
    // Source: Article.ai_disclosure_levels of Forem. Communities that do not ask for it ignore it.
    ai_disclosure_level: Type.Optional(
      Type.Union(
        [
          Type.Literal('not_disclosed', { title: 'Not said' }),
          Type.Literal('no_ai', { title: 'Without AI' }),
          Type.Literal('some_ai', { title: 'With some AI' }),
          Type.Literal('fully_autonomous', { title: 'By AI alone' }),
        ],
        { title: 'Made with AI', description: 'Some communities show it with the article.' },
      ),
    ),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    title: nullable(text),
    tags: Type.Array(Type.String(), { default: [] }),
    mainImage: Type.String({ default: 'none' }),
    description: nullable(text),
    canonicalUrl: nullable(text),
    series: nullable(text),
    organizationId: nullable(Type.Integer()),
    aiDisclosureLevel: Type.String({ default: 'not_disclosed' }),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return choices.read(chosen)
}
