import Type from 'typebox'
import { AnalyticsSchema } from '../../../analytics/analytics-item.ts'
import { getAnalytics } from '../../../analytics/get-analytics.ts'
import { AnalyticsQuery, listAnalytics } from '../../../analytics/list-analytics.ts'
import { DailyFiguresSchema, listDailyFigures } from '../../../analytics/list-daily-figures.ts'
import { summarizeAnalytics } from '../../../analytics/summary/summarize-analytics.ts'
import { SummarySchema } from '../../../analytics/summary/summary-schema.ts'
import { syncAnalytics } from '../../../analytics/sync-analytics.ts'
import { pageSchema } from '../../../lib/requests/page.ts'
import { spanEnd } from '../../../lib/requests/read-span.ts'
import { defineOperation } from '../../operation.ts'
import { idParams } from '../../schemas.ts'
import { analyticsExample, dayExample, summaryExample } from './analytics-examples.ts'

const closed = { additionalProperties: false }
const nullMeansUnknown = 'A figure that the network does not tell is null, never 0.'

export const analyticsOperations = [
  defineOperation({
    id: 'listAnalytics',
    method: 'GET',
    path: '/v1/analytics',
    scope: 'read',
    kind: 'read',
    mayWait: true,
    summary: 'List the figures of published posts, newest first',
    description: `The latest figures that the networks told of each post on each account. Crier asks for them after an hour, after six, daily for 30 days and weekly up to the 90th. ${nullMeansUnknown}`,
    query: AnalyticsQuery,
    response: pageSchema(AnalyticsSchema),
    successExample: { data: [analyticsExample], meta: { total: 1, offset: 0, limit: 10, next: null } },
    run: async (call, { query, url }) => listAnalytics(call, query, url),
  }),
  defineOperation({
    id: 'summarizeAnalytics',
    method: 'GET',
    path: '/v1/analytics/summary',
    scope: 'read',
    kind: 'read',
    mayWait: true,
    summary: 'Summarize what was published, how late, and what it reached',
    description: `The results of posts in a span of time: by day or hour of a time zone, by account and by platform. A result counts at the time when it was published or failed, and a retried one by its last outcome. Figures are the latest ones of the posts that were published in the span. ${nullMeansUnknown} New results are counted within seconds.`,
    query: Type.Object(
      {
        from: spanEnd(
          'The start: a date in the time zone, or a date and time. The default is 30 days before the end; 2 with hours.',
        ),
        to: spanEnd(
          'The end: a date, with the whole of its day, or a date and time, up to it. The default is the end of today.',
        ),
        timezone: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'An IANA time zone, such as Europe/Berlin. The default is that of the workspace.',
          }),
        ),
        interval: Type.Optional(
          Type.Enum(['day', 'hour'], {
            description: 'The length of the periods: `day` for spans up to 366 days, `hour` up to 31.',
          }),
        ),
      },
      closed,
    ),
    response: SummarySchema,
    successExample: summaryExample,
    run: (call, { query }) => summarizeAnalytics(call, query),
  }),
  defineOperation({
    id: 'getAnalytics',
    method: 'GET',
    path: '/v1/analytics/{id}',
    scope: 'read',
    kind: 'read',
    mayWait: true,
    thing: 'post with figures',
    summary: 'Get the figures of a post on one account',
    description: `The id is that of the post result. ${nullMeansUnknown}`,
    params: idParams,
    response: AnalyticsSchema,
    successExample: analyticsExample,
    run: (call, { params }) => getAnalytics(call, params.id),
  }),
  defineOperation({
    id: 'listDailyFigures',
    method: 'GET',
    path: '/v1/analytics/{id}/daily',
    scope: 'read',
    kind: 'read',
    mayWait: true,
    thing: 'post with figures',
    summary: 'List the figures of a post on one account, day by day',
    description: `The figures at the end of each day on which the network told them, the oldest first. ${nullMeansUnknown}`,
    params: idParams,
    response: DailyFiguresSchema,
    successExample: { data: [dayExample] },
    run: (call, { params }) => listDailyFigures(call, params.id),
  }),
  defineOperation({
    id: 'syncAnalytics',
    method: 'POST',
    audit: { none: 'It only asks for fresh numbers.' },
    path: '/v1/analytics/sync',
    scope: 'write',
    kind: 'change',
    mayWait: true,
    summary: 'Read the figures of published posts from the networks anew',
    description:
      'Crier asks the networks in the background, as fast as they allow. 429 `synced_recently` within 30 minutes of the last time.',
    response: Type.Object(
      { triggered: Type.Array(Type.String(), { description: 'The platforms that are being read.' }) },
      { title: 'AnalyticsSync', ...closed },
    ),
    successExample: { triggered: ['microblog'] },
    run: (call) => syncAnalytics(call),
  }),
]
