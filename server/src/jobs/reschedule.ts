import { type Queryable, sql } from '../db/database.ts'

/**
 * Gives the waiting job of this key another time, so many milliseconds from now by the clock of the database, and all
 * its tries anew; also one that was given up. False: there is none, or a worker has it already.
 */
export async function reschedule(tx: Queryable, key: string, inMs: number): Promise<boolean> {
  const moved = await tx.rows(sql`
    select id from crier_jobs.reschedule_jobs(array(select id from crier_jobs.jobs where key = ${key}),
      run_at => clock_timestamp() + ${inMs}::float8 * interval '1 millisecond', attempts => 0)`)
  return moved.length > 0
}
