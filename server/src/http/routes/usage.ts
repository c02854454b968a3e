import Type from 'typebox'
import { getUsage } from '../../billing/get-usage.ts'
import { spanEnd } from '../../lib/read-span.ts'
import { defineOperation } from '../operation.ts'
import { time } from '../schemas.ts'

const closed = { additionalProperties: false }
const count = Type.Integer({ minimum: 0 })

const usage = Type.Object(
  {
    from: time,
    to: time,
    published: count,
    platforms: Type.Array(Type.Object({ platform: Type.String(), published: count }, closed)),
  },
  { title: 'Usage', ...closed },
)

export const usageOperations = [
  defineOperation({
    id: 'getUsage',
    method: 'GET',
    path: '/v1/usage',
    scope: 'read',
    kind: 'read',
    summary: 'How much was published',
    description:
      'One for each post on each account, each part of a thread and each first comment, counted in the transaction that makes it published; what becomes of the account later changes nothing.',
    query: Type.Object(
      {
        from: spanEnd(
          'From then on: a date or a date and time. Left out: since the month of `to` began, in UTC.',
        ),
        to: spanEnd('Until then. A date means the whole day, UTC. Left out: until now.'),
      },
      closed,
    ),
    response: usage,
    successExample: {
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-03-17T10:12:00.000Z',
      published: 41,
      platforms: [{ platform: 'microblog', published: 41 }],
    },
    run: (call, { query }) => getUsage(call, query),
  }),
]
