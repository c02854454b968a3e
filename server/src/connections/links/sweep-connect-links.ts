import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'

/**
 * Deletes links a day after their time is over, with what is left of their sign-ins. The worker calls it now and then.
 * Answers how many it deleted.
 */
export function sweepConnectLinks({ db }: Pick<Context, 'db'>): Promise<number> {
  return db.run(sql`delete from connect_links where expires_at <= clock_timestamp() - interval '1 day'`)
}
