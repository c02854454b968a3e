import { type Queryable, sql } from '../../db/database.ts'

/**
 * Has the statements of this transaction look rows up by their indexes. A table that is filled within a minute has no statistics
 * yet: PostgreSQL takes it for a small one and reads it from end to end, for every claim. Each statement is planned once for
 * each connection, because planning one costs more than what it does for a handful of rows.
 */
export async function searchByIndex(tx: Queryable): Promise<void> {
  await tx.run(
    sql`select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
  )
}
