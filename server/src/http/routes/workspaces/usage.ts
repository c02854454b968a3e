import Type from 'typebox'
import { getUsage } from '../../../billing/get-usage.ts'
import { spanEnd } from '../../../lib/requests/read-span.ts'
import { getMediaUsage } from '../../../media/media-quota.ts'
import { defineOperation } from '../../operation.ts'
import { nullable, time } from '../../schemas.ts'

const closed = { additionalProperties: false }
const count = Type.Integer({ minimum: 0 })

const usage = Type.Object(
  {
    from: time,
    to: time,
    published: count,
    platforms: Type.Array(Type.Object({ platform: Type.String(), published: count }, closed)),
    media: Type.Object(
      {
        files: count,
        bytes: count,
        files_limit: count,
        bytes_limit: nullable(Type.Integer({ minimum: 0, description: 'Null where there is no limit.' })),
      },
      {
        description:
          'The media of the workspace as they are now, live and test together, and its quota. A file that was announced counts before it is sent.',
        ...closed,
      },
    ),
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
    mayWait: true,
    summary: 'Count what was published, and what is stored',
    description:
      'Each post on each account counts as one, and so does each further part of a thread and each first comment. They are counted in the transaction that marks them as published. Later changes to the account do not change the count.',
    query: Type.Object(
      {
        from: spanEnd(
          'The start: a date, or a date and time. The default is the start of the month of `to`, in UTC.',
        ),
        to: spanEnd('The end. A date includes the whole day, in UTC. The default is now.'),
      },
      closed,
    ),
    response: usage,
    successExample: {
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-03-17T10:12:00.000Z',
      published: 41,
      platforms: [{ platform: 'microblog', published: 41 }],
      media: { files: 128, bytes: 96_214_380, files_limit: 100_000, bytes_limit: null },
    },
    run: async (call, { query }) => ({ ...(await getUsage(call, query)), media: await getMediaUsage(call) }),
  }),
]
