import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type FileLock, readNote, tryLock } from '../lib/files/file-lock.ts'
import { StartError } from '../lib/settings/start-error.ts'
import { prepareDataDirectory } from './data-directory.ts'
import {
  type EmbeddedConnection,
  type EmbeddedDatabase,
  runningConnection,
  startEmbedded,
} from './embedded.ts'

export interface AcquireOptions {
  readonly dataDir: string
  /** A server keeps the database until it stops; an operator's command shares a server's, or has it for a moment. */
  readonly as: 'server' | 'operator'
  readonly log: (line: string) => void
  /** Gets a sentence for the operator when PostgreSQL cannot be kept running for a while. */
  readonly warn?: (sentence: string) => void
  /** For how long an operator's command that holds the database, or starts it, is waited for. */
  readonly patienceMs?: number
}

export interface AcquiredDatabase extends EmbeddedDatabase {
  /** Whether a running server keeps it. */
  readonly isShared: boolean
}

/**
 * Gives access to the embedded database of a data directory, to one server and one operator's command at a time.
 *
 * Two locks, both dropped by the kernel when their holder ends: `server.lock` is for servers only, so that a second
 * server learns at once that it is one too many; `postgres.lock` is held by the process that runs PostgreSQL. A third one,
 * `cluster.lock`, is PostgreSQL's own: see `holdCluster`.
 *
 * @throws StartError when the directory is in use or the database cannot be started.
 */
export async function acquireDatabase(options: AcquireOptions): Promise<AcquiredDatabase> {
  const dataDir = prepareDataDirectory(options.dataDir)
  return options.as === 'server'
    ? acquireForServer({ ...options, dataDir })
    : acquireForOperator({ ...options, dataDir })
}

async function acquireForServer(options: AcquireOptions): Promise<AcquiredDatabase> {
  const { dataDir, patienceMs = 10_000 } = options
  const serverLock = tryLock(join(dataDir, 'server.lock'))
  if (serverLock === null) {
    throw new StartError(
      `The data directory ${dataDir} is in use by another Crier server: stop that one first, or set DATA_DIR to another folder.`,
    )
  }
  try {
    const lock = await waitFor(() => lockPostgres(options), patienceMs)
    if (lock === null) {
      throw new StartError(
        `An operator’s command is still using the data directory ${dataDir}. Start again when it has ended.`,
      )
    }
    return await startHolding([lock, serverLock], options)
  } catch (error) {
    serverLock.release()
    throw error
  }
}

async function acquireForOperator(options: AcquireOptions): Promise<AcquiredDatabase> {
  const { dataDir, patienceMs = 30_000 } = options
  const found = await waitFor(
    async () => lockPostgres(options) ?? (await sharedByServer(dataDir)),
    patienceMs,
  )
  if (found === null) {
    throw new StartError(
      isKeptElsewhere(dataDir)
        ? `The database in ${dataDir} belongs to a server that cannot be reached from here, such as one in another container. Run the command there.`
        : `The database in ${dataDir} is used by another command, or by a server that is not ready yet. Try again later.`,
    )
  }
  return 'release' in found ? startHolding([found], options) : found
}

/** Starts PostgreSQL under these locks, and drops them when it is gone. */
async function startHolding(locks: readonly FileLock[], options: AcquireOptions): Promise<AcquiredDatabase> {
  const release = () =>
    locks.forEach((lock) => {
      lock.release()
    })
  try {
    const database = await startEmbedded(options)
    const exited = database.exited.finally(release)
    return {
      connection: database.connection,
      exited,
      isShared: false,
      isOutOfRoom: database.isOutOfRoom,
      stop: async () => {
        await database.stop()
        await exited
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

function lockPostgres({ dataDir, as }: AcquireOptions): FileLock | null {
  const lock = tryLock(join(dataDir, 'postgres.lock'))
  lock?.note(as)
  return lock
}

/** The database of a running server, or null while there is none, or another operator's command has it. */
async function sharedByServer(dataDir: string): Promise<AcquiredDatabase | null> {
  const connection = runningConnection(dataDir)
  if (connection === null || !(await isListening(connection))) return null
  // The note is read last. Race: a server ends, a command starts PostgreSQL; the socket answers, but the note says operator.
  if (noteOf(dataDir) !== 'server') return null
  return {
    connection,
    isShared: true,
    isOutOfRoom: () => false,
    stop: () => Promise.resolve(),
    exited: new Promise(() => undefined),
  }
}

/** Whether a server has it that is ready, and whose socket is not to be found from here. */
function isKeptElsewhere(dataDir: string): boolean {
  const connection = runningConnection(dataDir)
  return connection !== null && !existsSync(socketOf(connection)) && noteOf(dataDir) === 'server'
}

function noteOf(dataDir: string): string {
  return readNote(join(dataDir, 'postgres.lock'))
}

function socketOf({ host, port }: EmbeddedConnection): string {
  return join(host, `.s.PGSQL.${port}`)
}

function isListening(connection: EmbeddedConnection): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketOf(connection))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Asks again until there is an answer; null when patience ends first. */
async function waitFor<Found>(
  ask: () => Found | null | Promise<Found | null>,
  patienceMs: number,
): Promise<Found | null> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const found = await ask()
    if (found !== null || performance.now() >= deadline) return found
    await pause(50)
  }
}
