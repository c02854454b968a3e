import { raw, type Sql, sql } from '../db/database.ts'

/** How long a deleted workspace can be restored. */
export const graceDays = 7

/** The condition under which the workspace in a row of this name, which may have been deleted, is not gone for good. */
export function canBeRestored(alias: string): Sql {
  const w = raw(alias)
  return sql`(${w}.purge_at is null or ${w}.purge_at > clock_timestamp() and ${w}.purge_began_at is null)`
}
