import { type Queryable, sql } from '../db/database.ts'
import type { Job } from './job.ts'

/**
 * Enqueues a job in the caller's transaction: it is done if that commits, and never if it does not. If a job of its key
 * waits already, that one stays, at its own time and with the new payload; one that failed before starts afresh.
 *
 * It must not be the only record of what is to be done: jobs are in no backup. It also tells every worker by NOTIFY,
 * which makes COMMITs wait for each other, so a transaction that must be fast leaves a row and lets a chore enqueue.
 */
export async function enqueue(tx: Queryable, job: Job): Promise<void> {
  // `add_job` looks at the waiting job twice. Race: a worker takes it in between, and no job is added.
  for (let attempt = 1; attempt <= 3; attempt += 1) if (await addJob(tx, job)) return
  throw new Error(`The job ${job.key} could not be enqueued: it is taken again and again.`)
}

async function addJob(tx: Queryable, { task, key, payload, inMs, mostTries }: Job): Promise<boolean> {
  const added = await tx.row<{ id: string | null }>(sql`
    select id from crier_jobs.add_job(${task}, ${JSON.stringify(payload)}::json, job_key => ${key},
      run_at => clock_timestamp() + ${inMs ?? null}::float8 * interval '1 millisecond',
      max_attempts => ${mostTries ?? null}::int, job_key_mode => 'preserve_run_at')`)
  return added !== null && added.id !== null
}
