import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'

/**
 * Forgets the secrets of attempts whose time is over, and a day later the attempts themselves. The worker calls it now and
 * then. Answers how many it deleted.
 */
export async function sweepConnectAttempts({ db }: Pick<Context, 'db'>): Promise<number> {
  await db.run(sql`
    update connect_attempts set keep = null, candidates = null
    where expires_at <= clock_timestamp() and (keep is not null or candidates is not null)`)
  return db.run(sql`
    delete from connect_attempts where expires_at <= clock_timestamp() - interval '1 day'`)
}
