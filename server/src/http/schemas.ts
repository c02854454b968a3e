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

const textUnit = Type.Enum(['grapheme', 'codepoint', 'utf16', 'utf8', 'weighted', 'emoji_utf8'])
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
