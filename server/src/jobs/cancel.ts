import { type Queryable, sql } from '../db/database.ts'

/**
 * Cancels the job of this key. True: it will not be done. False: there is none, or a worker has it already, which may
 * still finish it and will not try it again.
 */
export async function cancel(tx: Queryable, key: string): Promise<boolean> {
  const removed = await tx.row<{ was_waiting: boolean }>(sql`
    select id is not null and locked_at is null as was_waiting from crier_jobs.remove_job(${key})`)
  return removed?.was_waiting === true
}
