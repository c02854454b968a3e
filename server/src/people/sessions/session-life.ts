import { raw, type Sql, sql } from '../../db/database.ts'

/** A session ends after a week without use, and every session ends after thirty days. */
const idleDays = 7
const longestDays = 30
const freshMinutes = 10

/** How long a browser keeps the cookie, in seconds. The server ends a session sooner when it is idle. */
export const cookieSeconds = longestDays * 86_400

/** Whether the session `alias` has not ended. */
export function isLiving(alias: string): Sql {
  const s = raw(alias)
  return sql`${s}.last_used_at > clock_timestamp() - ${`${idleDays} days`}::interval
  and ${s}.created_at > clock_timestamp() - ${`${longestDays} days`}::interval`
}

/** Whether the person of the session `alias` has shown lately who they are, by the one clock that all processes share. */
export function isFreshlyProven(alias: string): Sql {
  return sql`${raw(alias)}.proved_at > clock_timestamp() - ${`${freshMinutes} minutes`}::interval`
}
