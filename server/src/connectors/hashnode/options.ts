import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** A limit of ours: Hashnode names none. */
export const mostTitleLetters = 250

const mostAddressLetters = 2_000
const objectId = '^[0-9a-f]{24}$'
const slug = '^[a-z0-9]+(?:-[a-z0-9]+)*$'

const line = (title: string, description: string, maxLength: number) =>
  Type.Optional(Type.String({ title, description, minLength: 1, maxLength, pattern: '[^\\s]' }))

const mark = (title: string, description: string) => Type.Optional(Type.Boolean({ title, description }))

/** The per-post choices. Source: CreateDraftInput in schema.graphql of github.com/Hashnode/gql-skill. */
export const options = Type.Object(
  {
    title: line(
      'Title',
      'The first line of the text unless set. A first line that begins with # is not repeated below it.',
      mostTitleLetters,
    ),
    subtitle: line('Subtitle', 'A line below the title.', mostTitleLetters),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: slug }), {
        title: 'Tags',
        description: 'Up to 15, each as in the address of its page, such as open-source. Others are created.',
        maxItems: 15,
        uniqueItems: true,
      }),
    ),
    slug: Type.Optional(
      Type.String({
        title: 'Address',
        description:
          'The end of the address of the article, such as my-first-year. Left out, it is made of the title.',
        minLength: 1,
        maxLength: 200,
        pattern: slug,
      }),
    ),
    cover: Type.Optional(
      Type.Union(
        [
          Type.Literal('none', { title: 'No picture' }),
          Type.Literal('first', { title: 'The first picture, also in the text' }),
          Type.Literal('first_only', { title: 'The first picture, not in the text' }),
        ],
        { title: 'Cover', description: 'The picture above the article and in lists of articles.' },
      ),
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
    series_id: Type.Optional(
      Type.String({
        title: 'Series',
        description: 'A series of the publication that the article is put into.',
        pattern: objectId,
        'x-choices': true,
      }),
    ),
    publish_as: Type.Optional(
      Type.String({
        title: 'Author',
        description: 'Another member of a team, in whose name the article is published.',
        pattern: objectId,
        'x-choices': true,
      }),
    ),
    co_authors: Type.Optional(
      Type.Array(Type.String({ pattern: objectId }), {
        title: 'Co-authors',
        description: 'Up to four other members of a team.',
        maxItems: 4,
        uniqueItems: true,
        'x-choices': true,
      }),
    ),
    meta_title: line('Title for search engines', 'Left out, it is the title.', mostTitleLetters),
    meta_description: line(
      'Description for search engines',
      'Left out, it is the beginning of the text.',
      500,
    ),
    table_of_contents: mark('Table of contents', 'A list of the headings above the text.'),
    disable_comments: mark('No comments', 'Nobody can comment on the article.'),
    delist: mark('Not in feeds', 'The article is on your blog, and not in the feeds of Hashnode.'),
    newsletter: mark('Send as a newsletter', 'Subscribers of the publication get the article by email.'),
  },
  { additionalProperties: false },
)

const flag = Type.Boolean({ default: false })

const choices = stored(
  Type.Object({
    title: nullable(text),
    subtitle: nullable(text),
    tags: Type.Array(Type.String(), { default: [] }),
    slug: nullable(text),
    cover: Type.String({ default: 'none' }),
    canonicalUrl: nullable(text),
    seriesId: nullable(text),
    publishAs: nullable(text),
    coAuthors: Type.Array(Type.String(), { default: [] }),
    metaTitle: nullable(text),
    metaDescription: nullable(text),
    tableOfContents: flag,
    disableComments: flag,
    delist: flag,
    newsletter: flag,
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return choices.read(chosen)
}
