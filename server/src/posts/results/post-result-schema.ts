import Type, { type Static } from 'typebox'
import { partsSchema } from '../../lib/text/parts-schema.ts'
import { nullable } from '../post-schema.ts'

const strict = { additionalProperties: false }
const moment = Type.String({ format: 'date-time' })
const id = Type.String({ format: 'uuid' })

export const resultStatuses = [
  'pending',
  'publishing',
  'confirming',
  'published',
  'failed',
  'held',
  'needs_review',
  'canceled',
] as const
export type ResultStatus = (typeof resultStatuses)[number]
const ResultStatusSchema = Type.Unsafe<ResultStatus>({ type: 'string', enum: [...resultStatuses] })

const ErrorSchema = Type.Object(
  {
    code: Type.String(),
    category: Type.String(),
    message: Type.String(),
    ...partsSchema,
    retryable: Type.Boolean(),
    platform_code: nullable(Type.String()),
  },
  strict,
)

const PlatformDataSchema = Type.Object(
  { id: nullable(Type.String()), url: nullable(Type.String()), username: Type.String() },
  strict,
)

const ReviewSchema = Type.Object(
  {
    reason: Type.String({ description: '`answer_lost`, `missed_window`, `duplicate_seen` or `restored`.' }),
    sent_at: nullable(
      Type.String({ format: 'date-time', description: 'When it was sent; null if it never was.' }),
    ),
    look_at: nullable(Type.String({ description: 'Where to look: the address of the profile.' })),
    look_for: nullable(Type.String({ description: 'What to look for: how its text begins.' })),
    look_from: nullable(
      Type.String({
        format: 'date-time',
        description: 'The earliest time under which the network may show it.',
      }),
    ),
    look_to: nullable(Type.String({ format: 'date-time', description: 'The latest such time.' })),
    looks: Type.Integer({ minimum: 0, description: 'How often Crier has looked for it.' }),
    looked_at: nullable(Type.String({ format: 'date-time', description: 'When it looked last.' })),
    found: Type.Array(Type.Object({ id: Type.String(), url: nullable(Type.String()) }, strict), {
      description: 'Posts on the network that may be this one.',
    }),
  },
  strict,
)

const WaitsForSchema = Type.Object(
  {
    reason: Type.String({
      description:
        '`answer_lost`: the outcome of an earlier post on the same account is not known yet. Posts of one account are published one at a time.',
    }),
    post_result_id: id,
    until: nullable(
      Type.String({
        format: 'date-time',
        description:
          'When Crier looks for the earlier post next. After several looks without a result, the earlier post needs review and this one continues.',
      }),
    ),
  },
  strict,
)

const UnpublishSchema = Type.Object(
  {
    status: Type.Unsafe<'pending' | 'done' | 'failed'>({
      type: 'string',
      enum: ['pending', 'done', 'failed'],
    }),
    error: nullable(ErrorSchema),
  },
  {
    description:
      'The deletion at the network that was asked for with `?unpublish=true`. While it is pending, `error` says why the last try failed.',
    ...strict,
  },
)

const CanceledBySchema = Type.Object(
  {
    kind: Type.Enum(['key', 'user', 'operator', 'system']),
    id,
    name: nullable(
      Type.String({
        description: 'The name of the key, or the name or address of the person; null once it is gone.',
      }),
    ),
  },
  {
    description: 'Who canceled it. Null for a result that is not canceled, or was before Crier kept this.',
    ...strict,
  },
)

const EditSchema = Type.Object(
  {
    status: Type.Unsafe<'pending' | 'done' | 'failed'>({
      type: 'string',
      enum: ['pending', 'done', 'failed'],
    }),
    caption: Type.String({ description: 'The text that was asked for.' }),
    asked_at: moment,
    error: nullable(ErrorSchema),
  },
  {
    description:
      'The last edit that was asked for with `POST /v1/post-results/{id}/edit`. While it is pending, `error` says why the last try failed.',
    ...strict,
  },
)

const body = (description: string) => nullable(Type.String({ description }))

const ExchangeSchema = Type.Object(
  {
    method: Type.String(),
    url: Type.String({ description: 'Where it went, without the query.' }),
    request_body: body('The beginning of what was sent. Null in lists.'),
    status_code: nullable(Type.Integer({ description: 'The HTTP status; null when no answer came.' })),
    request_id: nullable(
      Type.String({ description: 'The name that the network gave the request, for its support.' }),
    ),
    response_body: body('The beginning of the answer, with the network’s own words. Null in lists.'),
  },
  {
    description:
      'The request to the network and its answer: the last send, or the request on which a preparation failed. Tokens, keys and the queries of addresses are left out, and bodies are cut at 4 kB. Null where there was none, and for attempts from before it was kept.',
    ...strict,
  },
)

const AttemptSchema = Type.Object(
  {
    stage: Type.Unsafe<'prepare' | 'send' | 'edit'>({ type: 'string', enum: ['prepare', 'send', 'edit'] }),
    part: Type.Integer({ description: '0 is the post itself; its further parts follow.' }),
    started_at: moment,
    ended_at: nullable(moment),
    outcome: Type.String({
      description:
        '`failed` for the stage `prepare`. For `send`: `pending`, `unknown`, `accepted`, `published`, `rejected`, `not_sent` or `absent`. For `edit`: `pending`, `done` or `failed`.',
    }),
    sends: Type.Integer({
      description:
        'How often the same request was sent with the same key, or the same edit was asked for; 0 for `prepare`.',
    }),
    error: nullable(ErrorSchema),
    exchange: nullable(ExchangeSchema),
    notes: Type.Array(
      Type.Object(
        {
          at: moment,
          what: Type.String(),
          found: nullable(
            Type.Array(Type.String(), {
              description: 'The ids of the posts that may be this one, if it was a look.',
            }),
          ),
        },
        strict,
      ),
      { description: 'Notes on what Crier found out about the attempt later.' },
    ),
  },
  strict,
)

const outcome = {
  status: ResultStatusSchema,
  success: Type.Boolean(),
  platform_data: PlatformDataSchema,
  published_at: nullable(moment),
  error: nullable(ErrorSchema),
  held_reason: nullable(
    Type.String({
      description: '`approval`, `reconnect`, `blocked`, `disconnected`, `subscription`, `paused` or `guard`.',
    }),
  ),
  review: nullable(ReviewSchema),
  maybe_at_work_since: nullable(
    Type.String({
      format: 'date-time',
      description:
        'When a request was sent that was never answered. The network may still be processing it, however long ago that was, so the post may still appear.',
    }),
  ),
}

/** The changes of a text where it is public, for the post and for each further part. */
const wording = {
  edited_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'When the text was changed at the network last; null if it never was.',
    }),
  ),
  edit: nullable(EditSchema),
}

const PartSchema = Type.Object(
  {
    part: Type.Unsafe<'thread' | 'first_comment'>({ type: 'string', enum: ['thread', 'first_comment'] }),
    position: Type.Integer({ minimum: 1 }),
    text: Type.String({ description: 'Its text: once it is published, the one that is public.' }),
    ...outcome,
    ...wording,
  },
  strict,
)

export const PostResultSchema = Type.Object(
  {
    id,
    post_id: id,
    social_account_id: id,
    platform: Type.String(),
    ...outcome,
    caption: Type.String({
      description:
        'The text of the post on this account: once it is published, the one that is public, with every edit that was made there through Crier.',
    }),
    ...wording,
    waits_for: nullable(WaitsForSchema),
    unpublish: nullable(UnpublishSchema),
    canceled_by: nullable(CanceledBySchema),
    scheduled_at: moment,
    created_at: moment,
    updated_at: moment,
    attempts: Type.Array(AttemptSchema, { description: 'The attempts in the order in which they began.' }),
    parts: Type.Array(PartSchema, {
      description: 'The further parts of a thread, then the first comment.',
    }),
  },
  { title: 'PostResult', ...strict },
)
export type PostResult = Static<typeof PostResultSchema>
export type Attempt = Static<typeof AttemptSchema>
