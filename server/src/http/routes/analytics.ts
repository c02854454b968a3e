import Type from 'typebox'
import { AnalyticsQuery, AnalyticsSchema, listAnalytics } from '../../analytics/list-analytics.ts'
import { pageSchema } from '../../lib/page.ts'
import { defineOperation } from '../operation.ts'

const none = 'Crier reads no figures from networks yet.'

export const analyticsOperations = [
  defineOperation({
    id: 'listAnalytics',
    method: 'GET',
    path: '/v1/analytics',
    scope: 'read',
    kind: 'read',
    summary: 'List the figures of published posts',
    description: `${none} Until it does, every page is empty.`,
    query: AnalyticsQuery,
    response: pageSchema(AnalyticsSchema),
    successExample: { data: [], meta: { total: 0, offset: 0, limit: 10, next: null } },
    run: async (call, { query, url }) => listAnalytics(call, query, url),
  }),
  defineOperation({
    id: 'syncAnalytics',
    method: 'POST',
    path: '/v1/analytics/sync',
    scope: 'write',
    kind: 'change',
    summary: 'Read the figures of published posts from the networks anew',
    description: `${none} Until it does, nothing is triggered.`,
    response: Type.Object(
      { triggered: Type.Array(Type.String(), { description: 'The platforms that are being read.' }) },
      { title: 'AnalyticsSync', additionalProperties: false },
    ),
    successExample: { triggered: [] },
    run: async () => ({ triggered: [] }),
  }),
]
