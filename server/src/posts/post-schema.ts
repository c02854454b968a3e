import Type, { type Static, type TSchema } from 'typebox'
import type { Json, JsonObject } from '../lib/json/json.ts'
import { partsSchema } from '../lib/text/parts-schema.ts'
import { type LatePolicy, latePolicies } from '../publishing/target.ts'
import { postStatuses } from '../webhooks/event-catalog.ts'
import { ApprovalSchema } from './approval/approval.ts'

const strict = { additionalProperties: false }
const moment = Type.String({ format: 'date-time' })
const id = Type.String({ format: 'uuid' })

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

export type PostStatus = (typeof postStatuses)[number]
const PostStatusSchema = Type.Unsafe<PostStatus>({ type: 'string', enum: [...postStatuses] })

export const LatePolicySchema = Type.Unsafe<LatePolicy>({
  type: 'string',
  enum: Object.keys(latePolicies),
  description:
    'How late a post may still be published if its time was missed. After that, the result needs review.',
})

/** A warning, or in validate a problem. */
export const NoticeSchema = Type.Object(
  {
    pointer: Type.String({ description: 'A JSON pointer into the request.' }),
    code: Type.String(),
    detail: Type.String(),
    ...partsSchema,
    social_account_id: Type.Optional(id),
  },
  strict,
)

const postFields = {
  id,
  status: PostStatusSchema,
  caption: Type.String(),
  media: Type.Array(Type.String({ format: 'uri' }), {
    description: 'Public URLs, in the order of the request.',
  }),
  social_accounts: Type.Array(id, { description: 'In the order of the request.' }),
  scheduled_at: nullable(moment),
  is_draft: Type.Boolean(),
  created_at: moment,
  updated_at: moment,
  media_ids: Type.Array(Type.String(), { description: 'Storage paths, in the order of the request.' }),
  // The serializer writes values without a type as they are.
  platform_configurations: Type.Unsafe<JsonObject | null>({
    description: 'As in the request; null if there was none.',
  }),
  account_configurations: Type.Unsafe<Json>({ description: 'As in the request; null if there was none.' }),
  external_id: nullable(Type.String()),
  // Names may have line ends, which a dot would not take.
  metadata: Type.Record(Type.String({ pattern: '^[^]*$' }), Type.String()),
  tags: Type.Array(Type.String()),
  late_policy: LatePolicySchema,
  processing_enabled: Type.Boolean({
    description: 'Whether media may be fitted to the limits of a network.',
  }),
  queue: nullable(
    Type.Object(
      {
        slot_id: Type.String({ format: 'uuid', description: 'The slot, which may be deleted meanwhile.' }),
        slot_at: Type.String({
          format: 'date-time',
          description: 'The time of the slot, without its jitter.',
        }),
      },
      {
        description: 'The slot of the queue that gave the post its time; null once the time was changed.',
        ...strict,
      },
    ),
  ),
  recurrence_id: nullable(
    Type.String({
      format: 'uuid',
      description: 'The recurrence that made the post, which may be deleted meanwhile; null for every other.',
    }),
  ),
  warnings: Type.Array(NoticeSchema, {
    description:
      'Problems that did not prevent saving the post. On a draft they include everything that prevents its promotion. On a published post they also name what a network left out, such as a thumbnail that it refused.',
  }),
  approval: nullable(ApprovalSchema),
}

export const PostSchema = Type.Object(postFields, { title: 'Post', ...strict })
export type Post = Static<typeof PostSchema>

const author = Type.Optional(
  Type.String({
    format: 'uuid',
    description: 'The person who created it, also by an API key of theirs; otherwise the API key.',
  }),
)

const openNotes = Type.Optional(
  Type.Integer({ minimum: 0, description: 'How many of its notes are not marked as done.' }),
)

/** A post, with its results, its author and the request that would make it, as far as the query named them. */
export function expandedPost<Schema extends TSchema>(result: Schema) {
  return Type.Object(
    {
      ...postFields,
      results: Type.Optional(Type.Array(result)),
      author,
      request: Type.Optional(
        Type.Unsafe<object>({
          type: 'object',
          additionalProperties: true,
          description:
            'The request that would make the post as it is, with the alt text, focus and crop of each medium.',
        }),
      ),
    },
    { title: 'ExpandedPost', ...strict },
  )
}

/** A post, with its results, its author and the count of its open notes as far as the query named them. */
export function postWithResults<Schema extends TSchema>(result: Schema) {
  return Type.Object(
    { ...postFields, results: Type.Optional(Type.Array(result)), author, open_notes: openNotes },
    { title: 'PostWithResults', ...strict },
  )
}
