import Type, { type Static } from 'typebox'

const closed = { additionalProperties: false }
const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const time = Type.String({ format: 'date-time' })
const size = nullable(Type.Integer())
const text = Type.String()

const MediumSchema = Type.Object(
  {
    kind: Type.Enum(['image', 'gif', 'video', 'document']),
    url: nullable(text),
    thumbnail_url: nullable(text),
    width: size,
    height: size,
    duration_ms: nullable(Type.Number()),
    alt_text: text,
    focus: nullable(Type.Object({ x: Type.Number(), y: Type.Number() }, closed)),
    crop: nullable(
      Type.Object(
        { x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() },
        closed,
      ),
    ),
  },
  { title: 'ReviewedMedium', ...closed },
)

const AccountSchema = Type.Object(
  {
    platform: text,
    username: text,
    display_name: text,
    avatar_url: nullable(text),
    at: nullable(
      Type.String({ format: 'date-time', description: 'Its own time; null for that of the post.' }),
    ),
    is_published: Type.Boolean(),
    url: nullable(Type.String({ description: 'Where the post is on the network, once it is there.' })),
    title: nullable(text),
    parts: Type.Array(
      Type.Object(
        {
          part: Type.Enum(['post', 'thread', 'first_comment']),
          text,
          media: Type.Array(MediumSchema),
        },
        closed,
      ),
      { description: 'The post, then its thread, then its first comment.' },
    ),
  },
  { title: 'ReviewedAccount', ...closed },
)

/** How far a post is, in words for somebody who is no member. */
export const reviewStates = [
  'draft',
  'waiting',
  'returned',
  'approved',
  'scheduled',
  'publishing',
  'published',
  'partly_published',
  'not_published',
  'unclear',
  'canceled',
] as const
export type ReviewState = (typeof reviewStates)[number]

const PostSchema = Type.Object(
  {
    ref: Type.String({ description: 'Its name by this link; it opens nothing without the secret.' }),
    state: Type.Enum([...reviewStates]),
    at: nullable(
      Type.String({ format: 'date-time', description: 'Its time; null for none, or for at once.' }),
    ),
    seen: Type.String({ description: 'Names the content and the times that are shown. A decision says it.' }),
    cannot: nullable(
      Type.Enum(['looks_only', 'nothing_asked', 'late', 'same_person'], {
        description:
          'Why the client cannot approve it now; null where they can. A `late` post can still be returned.',
      }),
    ),
    accounts: Type.Array(AccountSchema),
    decisions: Type.Array(
      Type.Object(
        {
          decision: Type.Enum(['approved', 'returned']),
          typed_name: text,
          comment: nullable(text),
          decided_at: time,
          is_current: Type.Boolean({ description: 'Whether it is what stands, for this content.' }),
        },
        closed,
      ),
      { description: 'The latest ten decisions by this link, newest first.' },
    ),
  },
  { title: 'ReviewedPost', ...closed },
)
export type ReviewedPost = Static<typeof PostSchema>
export type ReviewedAccount = Static<typeof AccountSchema>
export type ReviewedMedium = Static<typeof MediumSchema>

/** Everything that a client sees: this list is fixed, and nothing else of a workspace is in it. */
export function reviewSchema<Preview extends Type.TSchema>(preview: Preview) {
  return Type.Object(
    {
      workspace: Type.Object({ name: text, timezone: text }, closed),
      recipient: text,
      decides: Type.Boolean({ description: 'Whether the client may decide by this link now.' }),
      expires_at: time,
      has_more: Type.Boolean({ description: 'Whether there are posts that are not shown.' }),
      platforms: Type.Array(Type.Object({ platform: text, name: text, icon_url: text, preview }, closed)),
      posts: Type.Array(PostSchema),
    },
    { title: 'Review', ...closed },
  )
}
