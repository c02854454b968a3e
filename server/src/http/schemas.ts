import Type from 'typebox'
import { mediaLimits, placements } from './media-limits-schema.ts'

/** Schemas that several operations share. A `title` makes it a named schema of the OpenAPI document. */

export const id = Type.String({ format: 'uuid' })
export const time = Type.String({ format: 'date-time' })
export const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** The params of `/v1/…/{id}`. */
export const idParams = Type.Object({ id }, { additionalProperties: false })

/** The answer to a DELETE. */
export const deleted = Type.Object(
  { id, deleted: Type.Literal(true), success: Type.Literal(true) },
  { title: 'Deleted', additionalProperties: false },
)

const textUnit = Type.Enum(['grapheme', 'codepoint', 'utf16', 'utf8', 'weighted', 'emoji_utf8'], {
  description:
    '`weighted`: by `weights`. `emoji_utf8`: a grapheme that is drawn as an emoji counts as its bytes in UTF-8, everything else as its code points.',
})
const wholeNumber = Type.Integer({ minimum: 0 })
const expression = {
  pattern: Type.String({ description: 'A regular expression of JavaScript.' }),
  flags: Type.String(),
}
const textRules = {
  weights: nullable(
    Type.Object(
      {
        form: Type.Literal('NFC', { description: 'The form of Unicode in which the text is counted.' }),
        usual: wholeNumber,
        emoji: Type.Integer({
          minimum: 0,
          description: 'The cost of an emoji, however many code points it has.',
        }),
        light: Type.Array(
          Type.Object({ first: wholeNumber, last: wholeNumber }, { additionalProperties: false }),
          { description: 'Ranges of code points that cost 1, ends included. All others cost `usual`.' },
        ),
      },
      { description: 'For the unit `weighted`; null for every other.', additionalProperties: false },
    ),
  ),
  links: nullable(
    Type.Object(
      {
        form: Type.Enum(['address', 'domain'], {
          description:
            'An `address` begins with http or https; a `domain` may also be bare, such as `example.com`.',
        }),
        only: nullable(
          Type.Object(expression, {
            description: 'Only links that match it cost `link_cost`.',
            additionalProperties: false,
          }),
        ),
      },
      {
        description: 'How the links are found that cost `link_cost`; null where links cost their letters.',
        additionalProperties: false,
      },
    ),
  ),
  mentions: nullable(
    Type.Object(
      {
        ...expression,
        in_links: Type.Boolean({ description: 'Whether one that begins within an address counts too.' }),
      },
      {
        description:
          'Mentions of which only the first group of the match counts; null where they cost their letters.',
        additionalProperties: false,
      },
    ),
  ),
  fields: Type.Array(
    Type.Object(
      {
        option: Type.String({ description: 'The name of the option.' }),
        label: Type.String(),
        max: Type.Integer(),
        unit: textUnit,
        counts_with_text: Type.Boolean({ description: 'Whether its words count with the text, too.' }),
      },
      { additionalProperties: false },
    ),
    { description: 'Options that hold words with a limit, such as a title or a content warning.' },
  ),
}
const counted = Type.Object({ max: Type.Integer(), unit: textUnit }, { additionalProperties: false })

/** How a network counts a text. */
export const counting = Type.Object(
  {
    max: Type.Integer(),
    unit: textUnit,
    also: Type.Array(counted, { description: 'Further limits on the same text.' }),
    link_cost: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How much each link counts; null if it counts with its length.',
    }),
    ...textRules,
  },
  { title: 'Counting', additionalProperties: false },
)

/** The limits of a post. Empty for an account whose network this server no longer speaks to. */
export const limits = Type.Object(
  {
    text: Type.Optional(counting),
    media: Type.Optional(mediaLimits),
    placements: Type.Optional(nullable(placements)),
    thread_max: Type.Optional(
      Type.Integer({ description: 'The most posts in a thread, including the first.' }),
    ),
    rates: Type.Optional(
      Type.Array(
        Type.Object(
          {
            per: Type.Enum(['account', 'server', 'app'], {
              description: 'The scope in which the network counts.',
            }),
            posts: Type.Integer(),
            every_seconds: Type.Number(),
            remaining: Type.Union([Type.Integer(), Type.Null()], {
              description: 'How many posts may be published now; null if no account is given.',
            }),
          },
          { additionalProperties: false },
        ),
        {
          description:
            'How many posts may be published within a span of time. Posts over the limit wait and are published as soon as the limit allows.',
        },
      ),
    ),
  },
  { title: 'Limits', additionalProperties: false },
)
