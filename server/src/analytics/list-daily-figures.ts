import Type, { type Static } from 'typebox'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { countSchemas, showCounts } from './analytics-item.ts'
import { type Figures, forEachFigure } from './figure-columns.ts'
import { getAnalytics } from './get-analytics.ts'

const closed = { additionalProperties: false }

/** The figures of one post, day by day. */
export const DailyFiguresSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        { date: Type.String({ format: 'date', description: 'A day in UTC.' }), ...countSchemas },
        { title: 'DayOfFigures', ...closed },
      ),
    ),
  },
  { title: 'DailyFigures', ...closed },
)
export type DailyFigures = Static<typeof DailyFiguresSchema>

/**
 * The figures of a post at the end of each day for which its network reported some, in their order.
 * @throws Problem 404
 */
export async function listDailyFigures(call: CallContext, id: string): Promise<DailyFigures> {
  await getAnalytics(call, id)
  const rows = await call.db.rows<Figures & { date: string }>(sql`
    select day::text as date, ${forEachFigure((name) => name)} from result_days
    where workspace_id = ${call.workspaceId} and post_result_id = ${id} order by day`)
  return { data: rows.map(({ date, ...figures }) => ({ date, ...showCounts(figures) })) }
}
