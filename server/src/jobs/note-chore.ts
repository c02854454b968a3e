import { type Queryable, sql } from '../db/database.ts'

/** How long ago, in milliseconds, each of these chores was done, by its name. */
export type DoneChores = ReadonlyMap<string, number>

/** Notes that chores were done, so that nobody worries about earlier failures. */
export async function noteChoresDone(db: Queryable, done: DoneChores): Promise<void> {
  await db.run(sql`
    update chores c set done_at = d.at, failing_since = case when failing_since > d.at then failing_since end,
      error = case when failing_since > d.at then error end
    from (select name, clock_timestamp() - ago_ms * interval '1 millisecond' as at
      from unnest(${[...done.keys()]}::text[], ${[...done.values()]}::float8[]) as done(name, ago_ms)) d
    where c.name in (select name from chores where name = any(${[...done.keys()]}::text[]) order by name for update)
      and c.name = d.name`)
}

/** Notes that a chore failed, and its error, for `doctor` to show. */
export async function noteChoreFailed(db: Queryable, name: string, error: string): Promise<void> {
  await db.run(sql`
    update chores set failing_since = coalesce(failing_since, clock_timestamp()), error = ${error}
    where name = ${name}`)
}
