import Type, { type Static } from 'typebox'
import { countSchemas } from '../analytics-item.ts'

const closed = { additionalProperties: false }
const count = Type.Integer({ minimum: 0 })
const time = Type.String({ format: 'date-time' })

const counts = {
  published: count,
  failed: count,
  late_ms: Type.Union([Type.Object({ p50: count, p95: count }, closed), Type.Null()], {
    description:
      'How long after its time a post was sent: half of them by `p50` at most, 95 of 100 by `p95`, in milliseconds, to within a fifth. Null where nothing was published.',
  }),
  ...countSchemas,
}

/** How publishing went in a span of time, and what the posts reached. */
export const SummarySchema = Type.Object(
  {
    from: time,
    to: Type.String({ format: 'date-time', description: 'The end, which does not belong to the span.' }),
    timezone: Type.String(),
    interval: Type.Enum(['day', 'hour']),
    total: Type.Object(counts, { title: 'SummaryTotal', ...closed }),
    periods: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date', description: 'The day in the time zone.' }),
          starts_at: time,
          ...counts,
        },
        { title: 'SummaryPeriod', ...closed },
      ),
      { description: 'Every day or hour of the span, also those in which nothing happened.' },
    ),
    accounts: Type.Array(
      Type.Object(
        {
          social_account_id: Type.String({ format: 'uuid' }),
          platform: Type.String(),
          username: Type.String(),
          ...counts,
        },
        { title: 'SummaryAccount', ...closed },
      ),
      { description: 'The accounts with results in the span, those with most of them first.' },
    ),
    platforms: Type.Array(
      Type.Object(
        {
          platform: Type.String(),
          figures: Type.Array(Type.String(), {
            description: 'The figures that this platform may tell; empty: not told by it.',
          }),
          ...counts,
        },
        { title: 'SummaryPlatform', ...closed },
      ),
    ),
  },
  { title: 'AnalyticsSummary', ...closed },
)
export type Summary = Static<typeof SummarySchema>
