import { type Queryable, sql } from '../db/database.ts'

/** Notes that a chore was done, so that nobody worries about earlier failures. */
export async function choreIsDone(db: Queryable, name: string): Promise<void> {
  await db.run(sql`
    update chores set done_at = clock_timestamp(), failing_since = null, error = null where name = ${name}`)
}

/** Notes that a chore failed, and its error, for `doctor` to show. */
export async function choreFailed(db: Queryable, name: string, error: string): Promise<void> {
  await db.run(sql`
    update chores set failing_since = coalesce(failing_since, clock_timestamp()), error = ${error}
    where name = ${name}`)
}
