import { type Queryable, sql } from '../db/database.ts'

const keptFor = '14 days'
const batch = 1_000

/** Deletes jobs that were given up long ago, and frees those of a worker that died before its first heartbeat. */
export async function tidyJobs(db: Queryable): Promise<void> {
  await db.rows(sql`
    select from crier_jobs.complete_jobs(array(
      select id from crier_jobs.jobs
      where attempts >= max_attempts and locked_at is null
        and greatest(run_at, updated_at) < clock_timestamp() - ${keptFor}::interval
      limit ${batch}))`)
  await db.rows(sql`
    select crier_jobs.force_unlock_workers(ids) from (
      select array_agg(distinct locked_by) as ids from crier_jobs.jobs
      where locked_at < clock_timestamp() - interval '1 minute'
        and not exists (select from job_workers w where w.id = locked_by)) stray
    where ids is not null`)
}
