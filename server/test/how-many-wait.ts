import { type Queryable, sql } from '../src/db/database.ts'

/** How many requests wait for a lock. Within a transaction the view shows what it showed first, unless it is told to forget. */
export async function howManyWait(tx: Queryable): Promise<number> {
  await tx.run(sql`select pg_stat_clear_snapshot()`)
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return row?.count ?? 0
}
