import { setTimeout as pause } from 'node:timers/promises'
import {
  type Connection,
  type Database,
  isDatabaseError,
  onClient,
  openPool,
  type Queryable,
  sql,
  sqlState,
} from '../db/database.ts'
import { StartError } from '../lib/settings/start-error.ts'
import { schema } from './job.ts'

/** The newest migration of the installed graphile-worker. A test compares it with the package. */
export const schemaRevision = 20

// Any number that no other program uses on this database.
const turnLock = 4_747_002
const patienceMs = 10 * 60_000

/**
 * Brings graphile-worker's own tables to the installed version, by one process at a time. Answers what was done; the
 * package is not even loaded when there is nothing to do.
 * @throws StartError when this user may not make a schema, or another process takes too long.
 */
export async function prepareJobs(db: Database, connection: Connection): Promise<string[]> {
  if ((await revision(db)) >= schemaRevision) return []
  const client = await db.connect()
  client.on('error', () => undefined)
  try {
    const own = onClient(client)
    await takeMigrationLock(own)
    if ((await revision(own)) >= schemaRevision) return []
    await runMigrations(connection)
    return [`${schema} ${schemaRevision}`]
  } finally {
    // The lock ends with the connection.
    await client.end()
  }
}

async function revision(db: Queryable): Promise<number> {
  const found = await db.row<{ is_there: boolean }>(sql`
    select to_regclass('crier_jobs.migrations') is not null as is_there`)
  if (found?.is_there !== true) return 0
  const newest = await db.row<{ id: number | null }>(sql`select max(id) as id from crier_jobs.migrations`)
  return newest?.id ?? 0
}

async function takeMigrationLock(own: Queryable): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    const row = await own.row<{ got: boolean }>(sql`select pg_try_advisory_lock(${turnLock}) as got`)
    if (row?.got === true) return
    if (performance.now() > until)
      throw new StartError(
        'Another process has been preparing background jobs for too long. Check what it is doing.',
      )
    await pause(100)
  }
}

async function runMigrations(connection: Connection): Promise<void> {
  const graphile = await import('graphile-worker')
  const quiet = new graphile.Logger(() => () => undefined)
  const pool = openPool(
    connection,
    { max: 2, statementTimeoutMs: patienceMs, name: 'crier migrate' },
    () => undefined,
  )
  try {
    await graphile.runMigrations({ pgPool: pool, schema, logger: quiet })
  } catch (error) {
    if (!isDatabaseError(error, sqlState.insufficientPrivilege)) throw error
    throw new StartError(
      `This database user may not create the schema ${schema} for background jobs. Make it the owner of the database.`,
      { cause: error },
    )
  } finally {
    await pool.end()
  }
}
