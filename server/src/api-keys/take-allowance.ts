import type { RemoteCaller } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'

/** A caller whose requests are counted. */
export type CountedCaller = Pick<RemoteCaller, 'limitKey' | 'workspaceId'>

export interface TakenAllowance {
  /** Requests that may be made now, from none to the whole block. */
  granted: number
  /** Requests of this minute that are still free. */
  left: number
  /** The time until the next minute begins. */
  resetMs: number
  /** The minute to which they belong, as the database writes it. */
  minute: string
}

/** Takes up to `block` of the `limit` requests that a caller has in the current minute of the database's clock. */
export async function takeAllowance(
  db: Queryable,
  caller: CountedCaller,
  limit: number,
  block: number,
): Promise<TakenAllowance> {
  const row = await db.row<{ used: number; resetMs: number; minute: string }>(sql`
    insert into rate_limits as r (workspace_id, key_id, minute, used)
    values (${caller.workspaceId}, ${caller.limitKey}, date_trunc('minute', clock_timestamp()), ${block})
    on conflict (workspace_id, key_id) do update set
      minute = greatest(r.minute, excluded.minute),
      used = case when r.minute >= excluded.minute then least(r.used, ${limit}) + ${block} else ${block} end
    returning used, minute::text,
      greatest(1, extract(epoch from minute + interval '1 minute' - clock_timestamp()) * 1000)::int as "resetMs"`)
  if (!row) throw new Error('An upsert answered no row.')
  const granted = Math.max(0, Math.min(block, limit - (row.used - block)))
  return { granted, left: Math.max(0, limit - row.used), resetMs: row.resetMs, minute: row.minute }
}

/** Returns the unused part of a block, as long as its minute lasts. */
export async function returnAllowance(
  db: Queryable,
  caller: CountedCaller,
  limit: number,
  unused: { count: number; minute: string },
): Promise<void> {
  await db.run(sql`
    update rate_limits set used = greatest(0, least(used, ${limit}) - ${unused.count})
    where workspace_id = ${caller.workspaceId} and key_id = ${caller.limitKey} and minute = ${unused.minute}::timestamptz`)
}
