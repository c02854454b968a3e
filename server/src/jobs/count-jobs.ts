import { type Queryable, sql } from '../db/database.ts'

export interface JobCounts {
  /** Jobs that are not tried any more, and the error of the last of them. */
  readonly givenUp: number
  readonly lastError: string | null
  /** Jobs that failed and will be tried again. */
  readonly failing: number
  /** Chores that failed since they were last done. */
  readonly failingChores: readonly { readonly name: string; readonly since: Date; readonly error: string }[]
}

/** How background work goes, for the operator. */
export async function countJobs(db: Queryable): Promise<JobCounts> {
  const counts = await db.row<{ given_up: number; last_error: string | null; failing: number }>(sql`
    with idle as (select * from crier_jobs.jobs where locked_at is null and attempts > 0)
    select count(*) filter (where attempts >= max_attempts) as given_up,
      count(*) filter (where attempts < max_attempts) as failing,
      (select task_identifier || ': ' || last_error from idle
        where attempts >= max_attempts order by updated_at desc limit 1) as last_error
    from idle`)
  const failingChores = await db.rows<{ name: string; since: Date; error: string }>(sql`
    select name, failing_since as since, error from chores where failing_since is not null order by name`)
  return {
    givenUp: counts?.given_up ?? 0,
    lastError: counts?.last_error ?? null,
    failing: counts?.failing ?? 0,
    failingChores,
  }
}
