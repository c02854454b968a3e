import { type Queryable, sql } from '../db/database.ts'

export interface Taken {
  /** Requests that may be made now, from none to as many as were asked for. */
  granted: number
  /** Requests of this minute that nobody has taken yet. */
  left: number
  /** Until the next minute begins. */
  resetMs: number
}

/** Takes up to `block` of the `limit` requests that a key has in the current minute of the database's clock. */
export async function takeAllowance(
  db: Queryable,
  key: { id: string; workspaceId: string },
  limit: number,
  block: number,
): Promise<Taken> {
  const row = await db.row<{ used: number; resetMs: number }>(sql`
    insert into rate_limits as r (workspace_id, key_id, minute, used)
    values (${key.workspaceId}, ${key.id}, date_trunc('minute', clock_timestamp()), ${block})
    on conflict (workspace_id, key_id) do update set
      minute = greatest(r.minute, excluded.minute),
      used = case when r.minute >= excluded.minute then least(r.used, ${limit}) + ${block} else ${block} end
    returning used,
      greatest(1, extract(epoch from minute + interval '1 minute' - clock_timestamp()) * 1000)::int as "resetMs"`)
  if (!row) throw new Error('An upsert answered no row.')
  const before = row.used - block
  return {
    granted: Math.max(0, Math.min(block, limit - before)),
    left: Math.max(0, limit - row.used),
    resetMs: row.resetMs,
  }
}
