import Type, { type Static } from 'typebox'
import { approvalStates } from '../approval/approval.ts'
import { postFilters } from '../post-filters.ts'
import { nullable, type PostStatus } from '../post-schema.ts'

const closed = { additionalProperties: false }
const id = Type.String({ format: 'uuid' })
const moment = Type.String({ format: 'date-time' })
const end = (description: string) => Type.String({ minLength: 1, maxLength: 100, description })

export const CalendarQuery = Type.Object(
  {
    from: end('The first day: a date, or a date and time.'),
    to: end('The last day, which is in the span: a date, or a date and time. At most 366 days.'),
    timezone: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'The zone of the days, of the IANA database, such as `Europe/Berlin`. That of the workspace by default.',
      }),
    ),
    per_day: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: 'How many posts of each day to show; 4 by default.',
      }),
    ),
    ...postFilters,
  },
  closed,
)
export type CalendarQuery = Static<typeof CalendarQuery>

const CalendarPostSchema = Type.Object(
  {
    id,
    status: Type.Unsafe<PostStatus>({ type: 'string' }),
    at: Type.String({
      format: 'date-time',
      description:
        'Its `scheduled_at`; for a post without one, which was published at once, its `created_at`.',
    }),
    text: Type.String({ description: 'The first 80 characters of the caption, as people count characters.' }),
    is_draft: Type.Boolean(),
    platforms: Type.Array(Type.String()),
    social_accounts: Type.Array(id, { description: 'The first 20, in the order of the request.' }),
    social_account_count: Type.Integer({ minimum: 0 }),
    thumbnail_url: nullable(Type.String({ format: 'uri', description: 'A picture of its first medium.' })),
    approval: nullable(Type.Enum([...approvalStates])),
    movable: Type.Boolean({
      description: 'Whether it may still get another time: nothing of it is out, on its way or settled.',
    }),
    tags: Type.Array(Type.String()),
    author: Type.String({
      format: 'uuid',
      description: 'The person who created it, also by an API key of theirs; otherwise the API key.',
    }),
    recurrence_id: nullable(
      Type.String({ format: 'uuid', description: 'The recurrence that made it; null for every other.' }),
    ),
    open_notes: Type.Integer({ minimum: 0, description: 'How many of its notes are not marked as done.' }),
    etag: Type.String({ description: 'For the `If-Match` of a change.' }),
  },
  { title: 'CalendarPost', ...closed },
)
export type CalendarPost = Static<typeof CalendarPostSchema>

export const CalendarSchema = Type.Object(
  {
    timezone: Type.String(),
    total: Type.Integer({ minimum: 0 }),
    statuses: Type.Record(Type.String(), Type.Integer(), { description: 'How many posts have each status.' }),
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date' }),
          from: moment,
          to: Type.String({
            format: 'date-time',
            description: 'The first moment after the day, which may be 23 or 25 hours long.',
          }),
          total: Type.Integer({ minimum: 0 }),
          statuses: Type.Record(Type.String(), Type.Integer()),
          posts: Type.Array(CalendarPostSchema, { description: 'The first posts of the day, by time.' }),
          next: nullable(
            Type.String({
              format: 'uri',
              description: 'The rest of the day as `GET /v1/posts`; null where there is none.',
            }),
          ),
        },
        closed,
      ),
    ),
  },
  { title: 'Calendar', ...closed },
)
export type Calendar = Static<typeof CalendarSchema>
