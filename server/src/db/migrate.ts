import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../lib/settings/start-error.ts'
import { type Database, isDatabaseError, onClient, type Queryable, raw, sql, sqlState } from './database.ts'
import { type Migration, readMigrations } from './migration-files.ts'

// Any number that no other program uses on this database.
const migrationLock = 4_747_001

export interface MigrateOptions {
  /** For how long another process’s migration, or a lock that others hold, is waited for. */
  readonly patienceMs?: number
  /** Told in a sentence why it waits. */
  readonly onWait?: (sentence: string) => void
}

const usualPatienceMs = 10 * 60_000

/**
 * Brings the database to this version while others go on working on it: every migration that has not run yet, in order,
 * each in a transaction of its own, by one instance at a time. A migration that does not get a lock within a second rolls
 * back, so that nobody queues behind it, and is tried again later. Answers the names of those it ran.
 * @throws StartError when the database is newer than this program, an old migration was edited, or patience ended.
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations()
  const waiting = { until: performance.now() + (options.patienceMs ?? usualPatienceMs), ...options }
  const client = await db.connect()
  client.on('error', () => undefined)
  try {
    const own = onClient(client)
    if ((await missing(own, migrations)).length === 0) return []
    await takeMigrationLock(own, waiting)
    await own.run(listOfMigrations)
    await own.run(
      sql`alter table migrations add column if not exists old_may_run boolean not null default false`,
    )
    const ran: string[] = []
    for (const migration of await missing(own, migrations)) {
      await untilUnlocked(own, migration, waiting)
      ran.push(migration.name)
    }
    return ran
  } finally {
    // The lock ends with the connection.
    await client.end()
  }
}

const listOfMigrations = sql`create table if not exists migrations (
  name text primary key, sha256 text not null, ran_at timestamptz not null default clock_timestamp())`

/**
 * Migrates within a transaction that also does something else, on a database that nobody else uses. `before` runs once
 * this process holds the migration lock. Answers the names of those it ran.
 */
export async function migrateWithin(
  tx: Queryable,
  { before, only }: { before?: () => Promise<void>; only: (name: string) => boolean },
): Promise<string[]> {
  await tx.run(sql`select pg_advisory_xact_lock(${migrationLock})`)
  await before?.()
  await tx.run(listOfMigrations)
  await tx.run(
    sql`alter table migrations add column if not exists old_may_run boolean not null default false`,
  )
  const migrations = readMigrations().filter(({ name }) => only(name))
  const ran = await missing(tx, migrations)
  for (const migration of ran) {
    for (const statement of migration.statements)
      await tx.run(
        sql`${raw(migration.isConcurrent ? statement.replace(/ concurrently\b/i, '') : statement)}`,
      )
    await note(tx, migration)
  }
  return ran.map(({ name }) => name)
}

/** @throws StartError unless this program has every one of these migrations, unchanged. */
export function refuseForeign(migrations: readonly { name: string; sha256: string }[]): void {
  const known = new Map(readMigrations().map(({ name, sha256 }) => [name, sha256]))
  for (const { name, sha256 } of migrations) {
    const own = known.get(name)
    if (own === undefined)
      throw new StartError(
        `A newer version of Crier made this backup (it has ${name}). Install that version.`,
      )
    if (own !== sha256) throw new StartError(`The migration ${name} differs from the one in this backup.`)
  }
}

/** Whether every migration of this version has run on the database. */
export async function isMigrated(db: Database): Promise<boolean> {
  const ran = await db.rows<{ name: string }>(sql`select name from migrations`)
  const names = new Set(ran.map(({ name }) => name))
  return readMigrations().every(({ name }) => names.has(name))
}

/**
 * The migrations that have not run here. An unknown one was made by a newer Crier: if it only added, this version goes on
 * beside it, so that old and new processes may run together during an update.
 */
async function missing(db: Queryable, migrations: readonly Migration[]): Promise<Migration[]> {
  const list = await db.row<{ there: boolean }>(sql`select to_regclass('migrations') is not null as there`)
  if (!list?.there) return [...migrations]
  const rows = await db.rows<{ name: string; sha256: string; old_may_run: boolean }>(sql`
    select name, sha256, coalesce((to_jsonb(m) ->> 'old_may_run')::boolean, false) as old_may_run
    from migrations m order by name`)
  const known = new Map(readMigrations().map(({ name, sha256 }) => [name, sha256]))
  for (const { name, sha256, old_may_run } of rows) {
    const own = known.get(name)
    if (own === undefined && !old_may_run)
      throw new StartError(
        `This database was made by a newer version of Crier (it has ${name}). Install that version.`,
      )
    if (own !== undefined && own !== sha256)
      throw new StartError(`The migration ${name} differs from the one this database was made with.`)
  }
  const ran = new Set(rows.map(({ name }) => name))
  return migrations.filter(({ name }) => !ran.has(name))
}

interface Waiting {
  readonly until: number
  readonly onWait?: (sentence: string) => void
}

// The lock is polled and not waited for: CREATE INDEX CONCURRENTLY would wait for the statement that waits for the lock.
async function takeMigrationLock(own: Queryable, waiting: Waiting): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const row = await own.row<{ got: boolean }>(sql`select pg_try_advisory_lock(${migrationLock}) as got`)
    if (row?.got) return
    if (tries === 0) waiting.onWait?.('Another process is migrating the database. Waiting for it to finish.')
    if (performance.now() > waiting.until)
      throw new StartError(
        'Another process has been migrating this database for too long. Check what it is doing.',
      )
    await pause(250)
  }
}

const longestRestMs = 10_000

async function untilUnlocked(own: Queryable, migration: Migration, waiting: Waiting): Promise<void> {
  for (let restMs = 500; ; restMs = Math.min(longestRestMs, restMs * 2)) {
    try {
      return await (migration.isConcurrent ? runConcurrently(own, migration) : runSingly(own, migration))
    } catch (error) {
      const isLocked =
        isDatabaseError(error, sqlState.lockNotAvailable) || isDatabaseError(error, sqlState.deadlockDetected)
      if (!isLocked) throw error
      const holder = await oldestTransaction(own)
      if (performance.now() + restMs > waiting.until)
        throw new StartError(
          `The migration ${migration.name} cannot get a lock: ${holder} It changed nothing.`,
        )
      waiting.onWait?.(
        `The migration ${migration.name} cannot get a lock yet and tries again soon: ${holder}`,
      )
      await pause(restMs)
    }
  }
}

async function runSingly(own: Queryable, migration: Migration): Promise<void> {
  await own.run(sql`begin`)
  try {
    // Statements on the table queue behind the one that waits for its lock, so that wait is kept short.
    await own.run(sql`set local lock_timeout = '1s'`)
    await own.run(sql`set local idle_in_transaction_session_timeout = '60s'`)
    for (const statement of migration.statements) await own.run(sql`${raw(statement)}`)
    await note(own, migration)
    await own.run(sql`commit`)
  } catch (error) {
    await own.run(sql`rollback`)
    throw error
  }
}

/** Builds indexes while others write. An index that an earlier try left half built is dropped first. */
async function runConcurrently(own: Queryable, migration: Migration): Promise<void> {
  // Nobody queues behind a concurrent build, so it may wait for open transactions as long as they take.
  await own.run(sql`set lock_timeout = 0`)
  for (const statement of migration.statements) {
    const name = /if not exists (\w+)/i.exec(statement)?.[1]
    const broken = await own.row(sql`
      select from pg_index where indexrelid = to_regclass(${name ?? null}) and not indisvalid`)
    if (broken) await own.run(sql`${raw(`drop index concurrently ${name}`)}`)
    await own.run(sql`${raw(statement)}`)
  }
  await note(own, migration)
}

async function note(db: Queryable, { name, sha256, oldMayRun }: Migration): Promise<void> {
  await db.run(
    sql`insert into migrations (name, sha256, old_may_run) values (${name}, ${sha256}, ${oldMayRun})`,
  )
}

/** A sentence about the oldest open transaction, which most likely holds the lock. */
async function oldestTransaction(own: Queryable): Promise<string> {
  const row = await own.row<{ program: string; seconds: number }>(sql`
    select application_name as program, extract(epoch from clock_timestamp() - xact_start)::int as seconds
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`)
  if (!row) return 'somebody held a table it needs.'
  return `the oldest open transaction is of "${row.program}", for ${row.seconds} s.`
}
