import { join, type Queryable, type Sql, sql } from '../db/database.ts'
import type { PeriodicTask } from './job.ts'

/** The process whose heartbeat it is. */
export interface JobWorker {
  /** The name under which this process locks jobs. */
  readonly id: string
  /** For people: its machine and process. */
  readonly name: string
  readonly chores: readonly Pick<PeriodicTask, 'name' | 'everyMs' | 'when'>[]
  /** A process without a heartbeat for this time counts as dead. */
  readonly deadAfterMs: number
}

export interface HeartbeatAnswer {
  /** False: others took us for dead meanwhile. */
  readonly isKnown: boolean
  /** Dead workers whose jobs were freed by this beat. */
  readonly freed: readonly string[]
  /** Chores whose time has come, if there is something to do. */
  readonly waiting: readonly string[]
}

/** Enters a worker and the chores it knows; a chore that is new comes due after its first period. */
export async function registerJobWorker(db: Queryable, { id, name, chores }: JobWorker): Promise<void> {
  await db.run(sql`
    with worker as (insert into job_workers (id, name) values (${id}, ${name}) on conflict (id) do nothing)
    insert into chores (name, due_at)
    select name, clock_timestamp() + every_ms * interval '1 millisecond' from ${asTable(chores)}
    on conflict (name) do nothing`)
}

/**
 * One heartbeat, in one statement: it renews this worker, finds dead workers whose jobs are to be freed, and enqueues the
 * chores that are due. A chore is enqueued by the worker that moves its time first. All by the clock of the database.
 */
export async function recordHeartbeat(
  db: Queryable,
  { id, chores, deadAfterMs }: JobWorker,
): Promise<HeartbeatAnswer> {
  const waiting = chores.flatMap(({ name, when }) => (when ? name : []))
  const row = await db.row<{ is_known: boolean; freed: string[]; waiting: string[] }>(sql`
    with alive as (
      update job_workers set alive_at = clock_timestamp() where id = ${id} returning id
    ), dead as (
      delete from job_workers where id in (
        select id from job_workers
        where id <> ${id} and alive_at < clock_timestamp() - ${deadAfterMs}::float8 * interval '1 millisecond'
        for update skip locked)
      returning id
    ), freed as (
      select crier_jobs.force_unlock_workers(ids) from (select array_agg(id) as ids from dead) d where ids is not null
    ), ${enqueueDue(chores, sql`name <> all(${waiting}::text[])`)}
    select exists (select from alive) as is_known, (select count(*) from enqueued) as enqueued,
      (select count(*) from freed) as unlocked, coalesce((select array_agg(id) from dead), '{}') as freed,
      array(select name from chores where name = any(${waiting}::text[]) and due_at <= clock_timestamp()) as waiting`)
  return { isKnown: row?.is_known === true, freed: row?.freed ?? [], waiting: row?.waiting ?? [] }
}

/**
 * Enqueues those of the waiting chores that have something to do. It is a statement of its own, so that a condition that fails
 * or takes long does no harm to the heartbeat.
 */
export async function enqueueWanted(
  db: Queryable,
  chores: JobWorker['chores'],
  waiting: readonly string[],
): Promise<void> {
  const conditions = chores.flatMap(({ name, when }) =>
    when ? sql`select ${name}::text as name where ${name} = any(${[...waiting]}::text[]) and (${when})` : [],
  )
  await db.run(sql`
    with wanted as materialized (${join(conditions, ' union all ')}),
      ${enqueueDue(chores, sql`name in (select name from wanted)`)}
    select count(*) from enqueued`)
}

/** The clauses that move the times of chores that are due, of those in `which`, and enqueue them. */
function enqueueDue(chores: JobWorker['chores'], which: Sql): Sql {
  return sql`due as (
      update chores c set due_at = clock_timestamp() + every_ms * interval '1 millisecond'
      from ${asTable(chores)}
      where c.name = known.name and c.name in (
        select name from chores where due_at <= clock_timestamp() and ${which} for update skip locked)
      returning c.name
    ), enqueued as (
      select j.id from due, crier_jobs.add_job(due.name, job_key => 'chore ' || due.name, max_attempts => 3) j
    )`
}

/** Removes a worker that has stopped in order, so that other processes need not wait until it counts as dead. */
export async function removeJobWorker(db: Queryable, id: string): Promise<void> {
  await db.run(sql`
    with gone as (delete from job_workers where id = ${id} returning id)
    select crier_jobs.force_unlock_workers(ids) from (select array_agg(id) as ids from gone) g where ids is not null`)
}

function asTable(chores: JobWorker['chores']): Sql {
  return sql`unnest(${chores.map(({ name }) => name)}::text[], ${chores.map(({ everyMs }) => everyMs)}::float8[])
    as known(name, every_ms)`
}
