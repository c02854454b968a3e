import Type, { type Static } from 'typebox'

const closed = { additionalProperties: false }
const moment = Type.String({ format: 'date-time' })
const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const id = Type.String({ format: 'uuid' })

/** The kinds of things that need a person. */
export const attentionKinds = [
  'review',
  'approval',
  'account',
  'failed',
  'edit',
  'returned',
  'recurrence',
  'endpoint',
  'feed',
  'limit',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

export const AttentionQuery = Type.Object(
  {
    kind: Type.Optional(
      Type.Array(Type.Enum([...attentionKinds]), {
        maxItems: attentionKinds.length,
        description: 'The kinds to list; all by default. `counts` and `total` tell of all kinds either way.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 500, description: 'The most items of each kind; 50 by default.' }),
    ),
  },
  closed,
)
export type AttentionQuery = Static<typeof AttentionQuery>

const AttentionItemSchema = Type.Object(
  {
    kind: Type.Enum([...attentionKinds], {
      description:
        '`review`: a result may be public already. `approval`: a post waits for it. `account`: it must be connected again, or settled with its network. `failed`: a result of the last 14 days. `edit`: a correction of a public text that was not made, of the last 14 days. `returned`: a draft that came back to its author. `recurrence`: it can make no posts. `endpoint`: its webhooks are switched off. `feed`: it stopped or cannot be read, or items of it wait. `limit`: a tenth or less of a network’s limit is left.',
    }),
    deadline: nullable(
      Type.String({
        format: 'date-time',
        description:
          'The time of the post, or of the next post that waits for the account. It may have passed.',
      }),
    ),
    since: nullable(moment),
    reason: nullable(
      Type.String({
        description:
          'The reason of a review, the code of an error, the status of an account, the code of what stands in the way of a recurrence, why an endpoint is off, why a feed needs somebody (`stopped`, `failing` or `items_wait`), or the scope of a limit.',
      }),
    ),
    message: nullable(
      Type.String({
        description:
          'The words of the network, or of the person who returned or submitted it, or what is wrong with a feed.',
      }),
    ),
    by: nullable(
      Type.String({
        format: 'uuid',
        description: 'The person who returned or submitted it; null where a client returned it.',
      }),
    ),
    post_id: nullable(id),
    text: nullable(
      Type.String({
        description: 'The beginning of the post, at most 80 characters, with `…` where it goes on.',
      }),
    ),
    post_result_id: nullable(id),
    social_account_id: nullable(id),
    platform: nullable(Type.String()),
    username: nullable(Type.String()),
    recurrence_id: nullable(id),
    webhook_endpoint_id: nullable(id),
    feed_id: nullable(id),
    url: nullable(Type.String({ description: 'The address of an endpoint or a feed.' })),
    retryable: nullable(
      Type.Boolean({ description: 'Whether a failed result may work when it is tried again.' }),
    ),
    waiting: nullable(
      Type.Integer({
        minimum: 0,
        description: 'How many posts wait for the account, or how many items of a feed wait or failed.',
      }),
    ),
    remaining: nullable(
      Type.Integer({ minimum: 0, description: 'How many posts a limit still allows now.' }),
    ),
    of: nullable(Type.Integer({ minimum: 0, description: 'How many posts a limit allows in its span.' })),
    every_seconds: nullable(Type.Number({ description: 'The span of a limit.' })),
  },
  { title: 'AttentionItem', ...closed },
)
export type AttentionItem = Static<typeof AttentionItemSchema>

const counts = Object.fromEntries(attentionKinds.map((kind) => [kind, Type.Integer({ minimum: 0 })]))

export const AttentionSchema = Type.Object(
  {
    total: Type.Integer({ minimum: 0 }),
    counts: Type.Object(counts, { description: 'How many there are of each kind, shown or not.', ...closed }),
    data: Type.Array(AttentionItemSchema, {
      description: 'The soonest deadline first; then what began last.',
    }),
    stops: Type.Array(
      Type.Object(
        {
          kind: Type.Enum(['guard', 'pause', 'queue_pause']),
          reason: nullable(Type.String({ description: 'The reason of a guard: `restored` or `cloned`.' })),
          platform: nullable(Type.String({ description: 'The platform that a pause stops; null: all.' })),
          social_account_id: nullable(
            Type.String({
              format: 'uuid',
              description: 'The account whose queue is paused; null: all accounts.',
            }),
          ),
          since: moment,
        },
        closed,
      ),
      {
        description:
          'Guards and pauses that keep posts from going out. Only the operator lifts guards and pauses.',
      },
    ),
  },
  { title: 'Attention', ...closed },
)
export type Attention = Static<typeof AttentionSchema>
export type PublishingStop = Attention['stops'][number]

/** The items of one kind that are shown, and how many there are. */
export interface FoundItems {
  readonly kind: AttentionKind
  readonly total: number
  readonly items: readonly AttentionItem[]
}

const nothing: Omit<AttentionItem, 'kind'> = {
  deadline: null,
  since: null,
  reason: null,
  message: null,
  by: null,
  post_id: null,
  text: null,
  post_result_id: null,
  social_account_id: null,
  platform: null,
  username: null,
  recurrence_id: null,
  webhook_endpoint_id: null,
  feed_id: null,
  url: null,
  retryable: null,
  waiting: null,
  remaining: null,
  of: null,
  every_seconds: null,
}

/** An item as a statement selects it: its other members, with times as dates. */
export type AttentionRow = Partial<Omit<AttentionItem, 'kind' | 'deadline' | 'since'>> & {
  readonly deadline?: Date | null
  readonly since: Date | null
  /** How many there are of the kind, also where fewer rows are selected. */
  readonly total: number
}

/** Rows as the answer shows them. */
export function toFoundItems(
  kind: AttentionKind,
  rows: readonly AttentionRow[],
  cut: (text: string) => string,
): FoundItems {
  const items = rows.map(({ deadline, since, total: _total, text, ...row }) => ({
    ...nothing,
    ...row,
    kind,
    deadline: deadline?.toISOString() ?? null,
    since: since?.toISOString() ?? null,
    text: text === undefined || text === null ? null : cut(text),
  }))
  return { kind, total: rows[0]?.total ?? 0, items }
}
