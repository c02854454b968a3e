import Type, { type Static } from 'typebox'
import { NoticeSchema, nullable, PostSchema } from '../posts/post-schema.ts'
import { RuleSchema } from './recurrence-body.ts'

const strict = { additionalProperties: false }
const id = Type.String({ format: 'uuid' })
const moment = Type.String({ format: 'date-time' })

/** The states that a recurrence is shown in. */
export const recurrenceStates = ['active', 'paused', 'ended', 'needs_attention'] as const
export type RecurrenceState = (typeof recurrenceStates)[number]

const medium = Type.Object(
  {
    media_id: Type.String(),
    alt_text: nullable(Type.String()),
    focus: nullable(Type.Object({ x: Type.Number(), y: Type.Number() }, strict)),
    crop: Type.Optional(
      Type.Object(
        { x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() },
        strict,
      ),
    ),
  },
  strict,
)

export const LocalTimeSchema = {
  at: moment,
  local_time: Type.String({ description: 'By the clock of the recurrence.', examples: ['2026-03-02T09:00'] }),
}

const { platform_configurations, account_configurations, external_id, metadata, tags, late_policy } =
  PostSchema.properties

const fields = {
  id,
  status: Type.Enum([...recurrenceStates], {
    description:
      '`ended`: its rule has no further time and no post is to come. `needs_attention`: `problems` says why no post can be made, or why those that are made will be held.',
  }),
  caption: Type.String(),
  media: Type.Array(medium),
  social_accounts: Type.Array(id),
  platform_configurations,
  account_configurations,
  external_id,
  metadata,
  tags,
  late_policy,
  processing_enabled: Type.Boolean(),
  variations: Type.Array(
    Type.Object({ caption: Type.Optional(Type.String()), media: Type.Optional(Type.Array(medium)) }, strict),
  ),
  rule: RuleSchema,
  timezone: Type.String(),
  starts_on: Type.String(),
  ends_on: nullable(Type.String()),
  ends_after: nullable(Type.Integer()),
  next_times: Type.Array(
    Type.Object(
      {
        ...LocalTimeSchema,
        post_id: nullable(Type.String({ format: 'uuid', description: 'Null: the post is not made yet.' })),
      },
      strict,
    ),
    { description: 'Up to five posts to come.' },
  ),
  planned: Type.Integer({ minimum: 0, description: 'How many posts to come are in the calendar already.' }),
  turns: Type.Integer({
    minimum: 0,
    description: 'How many of its times had their turn: posts that went out, and those in the calendar.',
  }),
  missed: Type.Integer({
    minimum: 0,
    description:
      'How many times passed without a post, because the server did not run or a problem stood in the way. They are not made up for.',
  }),
  last_missed_at: nullable(moment),
  problems: Type.Array(NoticeSchema, { description: 'Why it needs attention.' }),
  warnings: Type.Array(NoticeSchema),
  author: Type.String({
    format: 'uuid',
    description: 'The person in whose name its posts are made: who created it, or last changed it.',
  }),
  created_at: moment,
  updated_at: moment,
}

export const RecurrenceSchema = Type.Object(fields, { title: 'Recurrence', ...strict })
export type Recurrence = Static<typeof RecurrenceSchema>

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** The effect of a change on the posts to come. */
export const ReplannedSchema = Type.Object(
  {
    added: count('Posts that were made.'),
    updated: count('Posts that were given other content or another time.'),
    removed: count('Posts that were deleted.'),
    left: count('Posts that stay as they are, because somebody has changed them or they are going out.'),
  },
  { title: 'ReplannedPosts', ...strict },
)
export type Replanned = Static<typeof ReplannedSchema>

export const ChangedRecurrenceSchema = Type.Object(
  { ...fields, posts: ReplannedSchema },
  { title: 'ChangedRecurrence', ...strict },
)
export type ChangedRecurrence = Static<typeof ChangedRecurrenceSchema>
