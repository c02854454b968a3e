import Type, { type Static } from 'typebox'

const closed = { additionalProperties: false }
const id = Type.String({ format: 'uuid' })
const time = Type.String({ format: 'date-time' })
const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** The most posts that a link shows. */
export const mostPosts = 100
const daySeconds = 24 * 60 * 60
export const usualSeconds = 30 * daySeconds

const Recipient = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '[^\\s]',
  description: 'Who gets the link, as your team calls them. The recipient sees it too.',
})

const FilterSchema = Type.Object(
  {
    social_account_ids: Type.Optional(
      Type.Array(id, {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'Posts that go to these accounts and to no other.',
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: 'Posts with one of these tags.',
      }),
    ),
    from: Type.Optional(
      Type.String({ format: 'date-time', maxLength: 100, description: 'Posts from then.' }),
    ),
    to: Type.Optional(
      Type.String({ format: 'date-time', maxLength: 100, description: 'Posts before then.' }),
    ),
  },
  {
    title: 'ReviewFilter',
    description:
      'Posts that match it at the time when the link is opened, without drafts: a draft that the recipient has returned stays.',
    ...closed,
  },
)
export type ReviewFilter = Static<typeof FilterSchema>

export const NewReviewLinkSchema = Type.Object(
  {
    recipient: Recipient,
    posts: Type.Optional(
      Type.Array(id, {
        minItems: 1,
        maxItems: mostPosts,
        uniqueItems: true,
        description: 'These posts, drafts too.',
      }),
    ),
    waiting: Type.Optional(
      Type.Literal(true, { description: 'The posts that wait for approval now, the soonest 100.' }),
    ),
    filter: Type.Optional(FilterSchema),
    may_decide: Type.Optional(
      Type.Boolean({
        description:
          'Whether the recipient may approve and return posts, or only look; true unless given. It needs the scope `publish`.',
      }),
    ),
    expires_in_seconds: Type.Optional(
      Type.Integer({
        minimum: 5 * 60,
        maximum: 365 * daySeconds,
        description: 'From five minutes to 365 days; 30 days unless given.',
      }),
    ),
  },
  closed,
)
export type NewReviewLink = Static<typeof NewReviewLinkSchema>

const DecisionSchema = Type.Object(
  {
    post_id: id,
    decision: Type.Enum(['approved', 'returned']),
    version: Type.Integer({ minimum: 1, description: 'The version of the content that it was about.' }),
    typed_name: Type.String({
      description: 'The name that the client typed. Nothing proves that it is theirs.',
    }),
    comment: nullable(Type.String()),
    decided_at: time,
  },
  { title: 'ReviewDecision', ...closed },
)

const fields = {
  id,
  recipient: Recipient,
  status: Type.Enum(['open', 'expired', 'revoked', 'ended'], {
    description:
      '`ended`: its maker has left, or the key with which it was made may not be used any more. Only an open link shows anything.',
  }),
  may_decide: Type.Boolean({ description: 'Whether it was made to decide.' }),
  decides: Type.Boolean({
    description: 'Whether it decides now: it is open, and its maker may publish.',
  }),
  posts: nullable(Type.Array(id, { description: 'The posts that it shows; null for those of its filter.' })),
  filter: nullable(FilterSchema),
  created_by: Type.String({ format: 'uuid', description: 'The member who made it, also by an API key.' }),
  last_opened_at: nullable(time),
  expires_at: time,
  revoked_at: nullable(time),
  decisions: Type.Array(DecisionSchema, { description: 'The latest 20 decisions, newest first.' }),
  created_at: time,
}

export const ReviewLinkSchema = Type.Object(fields, { title: 'ReviewLink', ...closed })
export type ReviewLink = Static<typeof ReviewLinkSchema>

export const MadeReviewLinkSchema = Type.Object(
  {
    ...fields,
    url: Type.String({ description: 'The page for the client, with the secret. It is shown this once.' }),
  },
  { title: 'MadeReviewLink', ...closed },
)
export type MadeReviewLink = Static<typeof MadeReviewLinkSchema>
