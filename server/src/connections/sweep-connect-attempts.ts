import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'

/**
 * Forgets the secrets of attempts whose time is over, and a day later the attempts themselves. The worker calls it now and
 * then. Answers how many it deleted.
 */
export async function sweepConnectAttempts({ db }: Pick<Context, 'db'>): Promise<number> {
  await db.run(sql`
    update connect_attempts set keep = null, candidates = null
    where ${isOver} and (keep is not null or candidates is not null)`)
  await db.run(sql`
    delete from candidate_avatars where (workspace_id, attempt_id) in (
      select workspace_id, id from connect_attempts where ${isOver})`)
  return db.run(sql`
    delete from connect_attempts where expires_at <= clock_timestamp() - interval '1 day'`)
}

// A test clock is never behind the real time.
const isOver = sql`(expires_at <= clock_timestamp()
  or mode = 'test' and expires_at <= crier_now(workspace_id, mode))`
