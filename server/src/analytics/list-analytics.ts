import Type, { type Static } from 'typebox'
import type { CallContext, Mode } from '../context.ts'
import { type Sql, sql } from '../db/database.ts'
import { openPage, type PageBody, pageQuery } from '../lib/requests/page.ts'
import { afterPosition, allOf, anyOf } from '../posts/list-filters.ts'
import {
  type Analytics,
  type AnalyticsRow,
  analyticsColumns,
  analyticsRows,
  toAnalytics,
} from './analytics-item.ts'
import { aheadOf } from './spans.ts'

export const AnalyticsQuery = Type.Object(
  {
    ...pageQuery,
    platform: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        maxItems: 100,
        description: 'On one of these platforms.',
      }),
    ),
    post_result_id: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        maxItems: 100,
        description: 'Only figures of these post results.',
      }),
    ),
    timeframe: Type.Optional(
      Type.Enum(['7d', '30d', '90d', 'all'], {
        description: 'Published within this time. The default is `all`.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type AnalyticsQuery = Static<typeof AnalyticsQuery>

/** The latest figures of public posts, those that became public last first. @throws Problem 422 */
export async function listAnalytics(
  call: CallContext,
  query: AnalyticsQuery,
  url: URL,
): Promise<PageBody<Analytics>> {
  const { context, workspaceId, mode } = call
  const page = openPage(query, {
    url,
    secretKeys: context.secretKeys,
    place: `${workspaceId} ${mode} analytics`,
  })
  const matching = conditions(call, query)
  const total = page.counts
    ? sql`(select count(*) from ${analyticsRows} where ${matching})`
    : sql`null::bigint`
  const rows = await call.db.rows<AnalyticsRow & { total: number | null }>(sql`
    select page.*, counted.total from (select ${total} as total) counted left join lateral (
      select ${analyticsColumns} from ${analyticsRows}
      where ${allOf([matching, afterPosition(page.after, sql`f.at`, sql`f.post_result_id`)])}
      order by f.at desc, f.post_result_id desc limit ${page.fetch} offset ${page.skip}
    ) page on true
    order by page.at::timestamptz desc, page.id desc`)
  const found = rows.filter(({ id }) => id !== null)
  return page.answer(found, rows[0]?.total ?? null, (row) => toAnalytics(context, row))
}

function conditions({ workspaceId, mode }: CallContext, query: AnalyticsQuery): Sql {
  return allOf([
    sql`f.workspace_id = ${workspaceId} and f.mode = ${mode} and f.is_public`,
    anyOf(query.platform, (values) => sql`f.platform = any(${values}::text[])`),
    anyOf(query.post_result_id, (values) => sql`f.post_result_id = any(${values}::uuid[])`),
    within(workspaceId, mode, query.timeframe),
  ])
}

function within(workspaceId: string, mode: Mode, timeframe: AnalyticsQuery['timeframe']): Sql | null {
  if (timeframe === undefined || timeframe === 'all') return null
  const ahead = aheadOf(sql`${workspaceId}::uuid`, sql`${mode}::text`)
  return sql`f.at > (select clock_timestamp() + ${ahead} - make_interval(days => ${Number.parseInt(timeframe, 10)}))`
}
