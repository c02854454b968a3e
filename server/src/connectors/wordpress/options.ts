import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** Columns of 200 characters hold the names of categories, of tags and of addresses. Source: wp_get_db_schema of WordPress. */
const mostNameLetters = 200
const mostTitleLetters = 200

/** The per-post choices, most of them under WordPress's own names. Rules that depend on the user are found by `check`. */
export const options = Type.Object(
  {
    title: Type.Optional(
      Type.String({
        title: 'Title',
        description: 'The first line of the text unless set.',
        minLength: 1,
        maxLength: mostTitleLetters,
      }),
    ),
    format: Type.Optional(
      Type.Union([Type.Literal('plain', { title: 'Plain text' }), Type.Literal('html', { title: 'HTML' })], {
        title: 'The text is',
        description:
          'Plain text keeps its lines, and its links can be clicked. HTML goes to the site as it is.',
      }),
    ),
    excerpt: Type.Optional(
      Type.String({
        title: 'Excerpt',
        description: 'A summary for lists of posts. Left out, the site cuts one from the text.',
        minLength: 1,
        maxLength: 2_000,
      }),
    ),
    slug: Type.Optional(
      Type.String({
        title: 'Address of the post',
        description:
          'The last part of its address, such as new-harbour. Left out, the site makes it of the title.',
        minLength: 1,
        maxLength: mostNameLetters,
      }),
    ),
    type: Type.Optional(
      Type.Union([Type.Literal('post'), Type.Literal('page')], {
        title: 'Post or page',
        description: 'A page stands apart from the posts. Only editors and administrators may publish one.',
      }),
    ),
    categories: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: mostNameLetters }), {
        title: 'Categories',
        description: 'Their names. Each must exist on the site. Left out, the site takes its default one.',
        maxItems: 20,
        uniqueItems: true,
        'x-choices': true,
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: mostNameLetters }), {
        title: 'Tags',
        description: 'Their names. One that the site does not have is created.',
        maxItems: 50,
        uniqueItems: true,
        'x-choices': true,
      }),
    ),
    featured_image: Type.Optional(
      Type.Union(
        [
          Type.Literal('none', { title: 'No picture' }),
          Type.Literal('first', { title: 'The first picture, also in the text' }),
          Type.Literal('first_only', { title: 'The first picture, not in the text' }),
        ],
        {
          title: 'Featured image',
          description: 'The picture that lists of posts show. Many designs also show it above the text.',
        },
      ),
    ),
    visibility: Type.Optional(
      Type.Union([Type.Literal('public'), Type.Literal('private')], {
        title: 'Visibility',
        description: 'A private post is seen by editors and administrators of the site alone.',
      }),
    ),
    sticky: Type.Optional(
      Type.Boolean({ title: 'Stay at the top', description: 'Keeps the post at the top of the blog.' }),
    ),
    comment_status: Type.Optional(
      Type.Union([Type.Literal('open'), Type.Literal('closed')], {
        title: 'Comments',
        description: 'Whether readers may comment. Left out, the setting of the site holds.',
      }),
    ),
    first_comment: Type.Optional(
      Type.String({
        title: 'First comment',
        description: 'A comment of the same user below the post, made right after it.',
        minLength: 1,
      }),
    ),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    title: nullable(text),
    format: Type.String({ default: 'plain' }),
    excerpt: nullable(text),
    slug: nullable(text),
    type: Type.String({ default: 'post' }),
    categories: Type.Array(Type.String(), { default: [] }),
    tags: Type.Array(Type.String(), { default: [] }),
    featuredImage: Type.String({ default: 'none' }),
    visibility: Type.String({ default: 'public' }),
    sticky: Type.Boolean({ default: false }),
    commentStatus: nullable(text),
    firstComment: nullable(text),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return choices.read(chosen)
}

/** The place of a post in the API. */
export function placeOf(chosen: JsonObject): 'posts' | 'pages' {
  return readChoices(chosen).type === 'page' ? 'pages' : 'posts'
}
