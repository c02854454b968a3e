import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import {
  type Analytics,
  type AnalyticsRow,
  analyticsColumns,
  analyticsRows,
  toAnalytics,
} from './analytics-item.ts'

/** The latest figures of a post on one account. @throws Problem 404 */
export async function getAnalytics(call: CallContext, id: string): Promise<Analytics> {
  const row = await call.db.row<AnalyticsRow>(sql`
    select ${analyticsColumns} from ${analyticsRows}
    where f.workspace_id = ${call.workspaceId} and f.mode = ${call.mode} and f.post_result_id = ${id} and f.is_public`)
  if (!row) throw notFound('post with figures')
  return toAnalytics(call.context, row)
}
