import type { Config } from '../config.ts'
import { acquireDatabase } from '../db/acquire-database.ts'
import { prepareDataDirectory } from '../db/data-directory.ts'
import {
  type Connection,
  type Database,
  isDatabaseError,
  openDatabase,
  sql,
  sqlState,
} from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { prepareJobs } from '../jobs/prepare-jobs.ts'
import type { Logger } from '../lib/log.ts'
import type { ChangingSecretKeys } from '../lib/secrecy/secret-keys.ts'
import { StartError } from '../lib/settings/start-error.ts'
import { instanceIdsOf } from '../publishing/guards/instance-id.ts'
import { type Guard, updateGuards } from '../publishing/guards/update-guards.ts'
import { checkSecretKeys } from '../secrets/check-secret-keys.ts'
import { openBucket } from '../storage/open-media-storage.ts'
import { checkPrivacy } from './doctor/check-machine.ts'
import { requireInstance, requireSecretKeys, requireTables } from './require-instance.ts'
import { readSecretKeys, secretFile } from './secret-files.ts'

/** A database that is running, migrated and ours, with the secret keys that open its sealed values. */
export interface Instance {
  readonly connection: Connection
  /** A small pool for queries before or beside the app. */
  readonly db: Database
  readonly secretKeys: ChangingSecretKeys
  /** The migrations that were run now. */
  readonly ran: readonly string[]
  /** The guards that stop publishing, as found by a server at its start. */
  readonly guards: readonly Guard[]
  /** The database was started for this instance, so nobody else uses it. */
  readonly isAlone: boolean
  /** Resolves when the embedded PostgreSQL ends: with null after `close`, otherwise with the reason. Never with DATABASE_URL. */
  readonly databaseEnded: Promise<StartError | null>
  /** Whether the embedded PostgreSQL is down until its disk has room. */
  isDatabaseFull(): boolean
  /** Closes the pool and stops what was started. */
  close(): Promise<void>
}

export type OpenServer = Omit<Instance, 'secretKeys' | 'ran' | 'guards'>

export interface OpenOptions {
  readonly as: 'server' | 'operator'
  readonly config: Config
  readonly log: Logger
  /** Makes a new Crier where there is none, as a server does. Most commands must not: their user means another one. */
  readonly makes?: boolean
}

/** Prepares the data directory, starts or finds the database, migrates it and checks its secret. @throws StartError */
export async function openInstance(options: OpenOptions): Promise<Instance> {
  const { as, config, log, makes = as === 'server' } = options
  if (!makes) requireInstance(config)
  const dataDir = prepareDataDirectory(config.dataDir)
  const secretKeys = (makes ? readSecretKeys : requireSecretKeys)(config, dataDir)
  if (as === 'server') warnOfOtherUsers(config, dataDir, log)
  const opened = await openServer({ as, config, log })
  const { db } = opened
  try {
    if (!makes) await requireTables(db, config)
    const migrated = await migrate(db, { onWait: (sentence) => log.warn(sentence) }).catch(
      async (error: unknown) => {
        throw isDatabaseError(error, sqlState.insufficientPrivilege) ? await mayNotCreate(db, error) : error
      },
    )
    const ran = [...migrated, ...(await prepareJobs(db, opened.connection))]
    if (ran.length > 0)
      log.info({ migrations: ran.length, newest: migrated.at(-1) }, 'The database was migrated.')
    await checkSecretKeys(db, secretKeys)
    const guards = as === 'server' ? await updateServerGuards(db, { config, secretKeys, log }) : []
    return { ...opened, secretKeys, ran, guards }
  } catch (error) {
    await opened.close()
    throw error
  }
}

function warnOfOtherUsers({ secretKey }: Config, dataDir: string, log: Logger): void {
  const folders = { dataDir, secretFile: secretKey === null ? secretFile(dataDir) : null }
  for (const { ok, found, advice } of checkPrivacy(folders)) if (!ok) log.warn(`${found} ${advice}`)
}

/** Says what a user lacks who does not own the database: since PostgreSQL 15 others may create nothing in it. */
async function mayNotCreate(db: Database, cause: unknown): Promise<StartError> {
  const who = await db.row<{ user: string; database: string; schema: string | null }>(sql`
    select quote_ident(current_user) as user, quote_ident(current_database()) as database,
      quote_ident(current_schema()) as schema`)
  const { user, database, schema } = who ?? { user: 'crier', database: 'crier', schema: null }
  return new StartError(
    [
      `The user ${user} of DATABASE_URL may not create what Crier needs in the database ${database}. Grant it as a superuser, in that database:`,
      `  ALTER DATABASE ${database} OWNER TO ${user};`,
      `  GRANT CREATE ON SCHEMA ${schema ?? 'public'} TO ${user};`,
    ].join('\n'),
    { cause },
  )
}

/** Starts or finds the database without migrating it. @throws StartError */
export async function openServer({ as, config, log }: Omit<OpenOptions, 'makes'>): Promise<OpenServer> {
  const { connection, ended, isAlone, isOutOfRoom, stop } = await startDatabase(as, config, log)
  // The pool is busy only during the start, so its idle connections are closed soon to save memory.
  const pool = { max: 4, statementTimeoutMs: 30_000, idleMs: 1_000, name: `crier ${as}` }
  let isClosing = false
  const db = openDatabase(connection, pool, (error) => {
    // A connection that breaks while we close is expected.
    if (!isClosing) log.warn({ err: error }, 'A database connection was lost.')
  })
  const close = async () => {
    isClosing = true
    await db.close()
    await stop()
  }
  try {
    await checkServer(db, config, log)
    return { connection, db, databaseEnded: ended, isDatabaseFull: isOutOfRoom, isAlone, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function updateServerGuards(
  db: Database,
  { config, secretKeys, log }: { config: Config; secretKeys: ChangingSecretKeys; log: Logger },
): Promise<Guard[]> {
  const bucket = await openBucket(config.bucket)
  try {
    return await updateGuards(db, {
      dataDir: config.dataDir,
      instanceIds: instanceIdsOf(config, secretKeys),
      prepareLeadMs: config.timings.prepareLeadMs,
      witness: bucket && { bucket, onTrouble: (error) => log.error({ err: error }, error.message) },
    })
  } finally {
    bucket?.close()
  }
}

interface StartedDatabase {
  connection: Connection
  ended: Promise<StartError | null>
  isAlone: boolean
  isOutOfRoom: () => boolean
  stop: () => Promise<void>
}

async function startDatabase(as: OpenOptions['as'], config: Config, log: Logger): Promise<StartedDatabase> {
  if (config.databaseUrl !== null) {
    const never = new Promise<null>(() => undefined)
    return {
      connection: { connectionString: config.databaseUrl },
      ended: never,
      isAlone: false,
      isOutOfRoom: () => false,
      stop: () => Promise.resolve(),
    }
  }
  const postgresLog = log.child({ part: 'postgres' })
  const embedded = await acquireDatabase({
    dataDir: config.dataDir,
    as,
    log: (line) => postgresLog.debug(line),
    warn: (sentence) => postgresLog.error(sentence),
  })
  const { connection, exited, isShared, isOutOfRoom, stop } = embedded
  return { connection: { ...connection }, ended: exited, isAlone: !isShared, isOutOfRoom, stop }
}

/** PostgreSQL 15 is the oldest version with all features we use. */
const oldestVersion = 15

async function checkServer(db: Database, config: Config, log: Logger): Promise<void> {
  const server = await db
    .row<{ version: number; fsync: string; commits: string }>(sql`
      select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commits`)
    .catch((error: unknown) => {
      throw unreachable(error, config)
    })
  const major = Math.floor((server?.version ?? 0) / 10_000)
  if (major < oldestVersion) {
    throw new StartError(`The database is PostgreSQL ${major}; Crier needs ${oldestVersion} or newer.`)
  }
  if (server?.fsync !== 'on') {
    log.warn('The database runs with fsync off, so a power cut may lose acknowledged posts. Turn it on.')
  }
  if (server?.commits === 'off' || server?.commits === 'local') {
    log.warn(
      `The database runs with synchronous_commit = ${server.commits}, so a post may be lost or sent twice. Set it to on.`,
    )
  }
}

function unreachable(error: unknown, config: Config): StartError {
  const { code, message } = error as NodeJS.ErrnoException
  if (config.databaseUrl === null) {
    return new StartError(`The embedded database does not answer (${code ?? message}).`, { cause: error })
  }
  const { hostname, port } = new URL(config.databaseUrl)
  const place = `${hostname || 'localhost'} port ${port || 5432}`
  return new StartError(`The database of DATABASE_URL at ${place} cannot be used: ${message || code}.`, {
    cause: error,
  })
}
