import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { diskTroubleOf } from '../lib/files/disk-trouble.ts'
import type { FileLock } from '../lib/files/file-lock.ts'
import { StartError } from '../lib/settings/start-error.ts'
import { findBinaries } from './embedded-binaries.ts'
import { prepareCluster, readPassword, reasonIn, role } from './embedded-cluster.ts'
import { holdCluster } from './embedded-hold.ts'
import { type ClusterLocation, clusterFolder, locateCluster, returnCluster } from './embedded-place.ts'
import { clearPredecessor, readPidFile, removeSocketFolder } from './embedded-predecessor.ts'
import { type Program, startProgram } from './embedded-program.ts'
import { makeSocketFolder, remakeSocketFolder, socketPort } from './embedded-socket.ts'

export interface EmbeddedOptions {
  /** An existing folder; the database is `postgres` in it. The caller holds its lock. */
  readonly dataDir: string
  /** Gets every line that PostgreSQL says. */
  readonly log: (line: string) => void
  /** Gets a sentence for the operator when PostgreSQL cannot be kept running for a while. */
  readonly warn?: (sentence: string) => void
  /** For how long a PostgreSQL of another container is waited for that has not ended yet. */
  readonly patienceMs?: number
}

/** The settings with which `pg` connects. */
export interface EmbeddedConnection {
  /** The private folder of the socket. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password: string
}

export interface EmbeddedDatabase {
  readonly connection: EmbeddedConnection
  /** Ends every session and settles when PostgreSQL is gone. */
  stop(): Promise<void>
  /** Whether PostgreSQL is down, and started again as soon as its disk has room. */
  isOutOfRoom(): boolean
  /** Settles when PostgreSQL is gone for good: with null after `stop`, else with why it cannot be kept running. */
  readonly exited: Promise<StartError | null>
}

/**
 * Starts the embedded PostgreSQL, making its cluster on the first start, and keeps it running until it is stopped or
 * this process ends.
 *
 * @throws StartError when it cannot be started.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, patienceMs = 30_000 } = options
  const place = locateCluster(dataDir, findBinaries())
  const hold = await clearPredecessor(place.cluster, log, () => holdCluster(dataDir, patienceMs))
  try {
    const database = await startHolding(place, hold, options)
    return { ...database, exited: database.exited.finally(hold.release) }
  } catch (error) {
    hold.release()
    throw error
  }
}

async function startHolding(
  place: ClusterLocation,
  hold: FileLock,
  { log, warn = log }: EmbeddedOptions,
): Promise<EmbeddedDatabase> {
  await prepareCluster(place, log)
  const socketFolder = makeSocketFolder(place.account)
  const launch = () => launchServer({ place, socketFolder, hold, log })
  const kept = keepRunning(await launch(), launch, warn)
  return {
    connection: connectionTo(place.cluster, socketFolder),
    stop: async () => {
      kept.stop()
      await kept.exited
      removeSocketFolder(socketFolder)
      returnCluster(place.cluster)
    },
    isOutOfRoom: kept.isOutOfRoom,
    exited: kept.exited,
  }
}

/** How to reach the PostgreSQL that runs on this data directory, or null when none is ready. */
export function runningConnection(dataDir: string): EmbeddedConnection | null {
  const cluster = clusterFolder(dataDir)
  const running = readPidFile(cluster)
  return running?.isReady ? connectionTo(cluster, running.socketFolder) : null
}

function connectionTo(cluster: string, host: string): EmbeddedConnection {
  return { host, port: socketPort, user: role, database: role, password: readPassword(cluster) }
}

interface Launch extends Pick<EmbeddedOptions, 'log'> {
  readonly place: ClusterLocation
  readonly socketFolder: string
  readonly hold: FileLock
}

async function launchServer({ place, socketFolder, hold, log }: Launch): Promise<Program> {
  if (!existsSync(socketFolder)) remakeSocketFolder(socketFolder, place.account)
  const command = [place.binaries.postgres, '-D', place.cluster, ...settings(socketFolder)]
  const program = startProgram({
    account: place.account,
    command,
    socketFolder,
    keeps: hold.descriptor,
    log,
  })
  while (program.isRunning()) {
    if (readPidFile(place.cluster)?.isReady) return program
    await pause(10)
  }
  removeSocketFolder(socketFolder)
  throw new NotStarted(place.cluster, program.lastLines)
}

/** Given on the command line, where no file and no ALTER SYSTEM can take them back. */
function settings(socketFolder: string): string[] {
  const values = {
    // Acknowledged transactions survive a power cut.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: `"${socketFolder}"`,
    unix_socket_permissions: '0700',
    max_connections: '200',
    // Small: a whole Crier, idle, stays under 200 MB.
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    max_worker_processes: '4',
    max_parallel_workers_per_gather: '0',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    io_method: 'sync',
    jit: 'off',
    TimeZone: 'UTC',
    // Statements and values of people's posts stay out of the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    log_line_prefix: '',
    cluster_name: 'crier',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** PostgreSQL did not start. */
class NotStarted extends StartError {
  readonly isOutOfRoom: boolean

  constructor(cluster: string, lastLines: readonly string[]) {
    super(`PostgreSQL did not start on ${cluster}: ${reasonIn(lastLines)}`)
    this.isOutOfRoom = lastLines.some(saysFull)
  }
}

// The locale of the cluster is C, so the words are those of the C library.
function saysFull(line: string): boolean {
  return /No space left on device|[Qq]uota exceeded/.test(line)
}

/** Whether PostgreSQL, or the folder of its socket, did not get the room that it needs. */
function isForWantOfRoom(error: Error): boolean {
  return error instanceof NotStarted ? error.isOutOfRoom : diskTroubleOf(error) === 'full'
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

interface Kept {
  readonly exited: Promise<StartError | null>
  isOutOfRoom(): boolean
  stop(): void
}

/** Starts PostgreSQL again when it ends unasked, unless it keeps ending. For room on a full disk it waits for ever. */
function keepRunning(first: Program, launch: () => Promise<Program>, warn: (sentence: string) => void): Kept {
  let program = first
  let isOutOfRoom = false
  let restMs = shortestRestMs
  const stopping = new AbortController()

  async function untilGivenUp(): Promise<StartError | null> {
    for (let early = 0; early < 3; ) {
      const startedAt = performance.now()
      await program.ended
      if (stopping.signal.aborted) return null
      const ranLong = performance.now() - startedAt >= 60_000
      const ranFull = program.lastLines.some(saysFull)
      early = ranLong || ranFull ? 0 : early + 1
      warn('PostgreSQL ended unexpectedly and is restarted')
      if (ranLong) restMs = shortestRestMs
      if (ranFull) await rest()
      const started = await launchWithRoom()
      if (started === null || started instanceof StartError) return started
      program = started
      if (stopping.signal.aborted) program.stop()
    }
    program.stop()
    await program.ended
    return new StartError(`PostgreSQL keeps ending unexpectedly: ${reasonIn(program.lastLines)}`)
  }

  /** Tries until the disk has room. Null when the database is stopped meanwhile. */
  async function launchWithRoom(): Promise<Program | StartError | null> {
    while (!stopping.signal.aborted) {
      const launched = await launch().catch(asError)
      if (!(launched instanceof Error)) {
        if (isOutOfRoom) warn('The disk has room again, and PostgreSQL runs.')
        isOutOfRoom = false
        return launched
      }
      if (!isForWantOfRoom(launched)) {
        if (launched instanceof StartError) return launched
        throw launched
      }
      if (!isOutOfRoom) warn(`The disk is full. ${launched.message}. It is tried again until there is room.`)
      isOutOfRoom = true
      await rest()
    }
    return null
  }

  /** Each rest is longer than the one before, until PostgreSQL has run for a while. */
  async function rest(): Promise<void> {
    await pause(restMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    restMs = Math.min(longestRestMs, restMs * 2)
  }

  return {
    exited: untilGivenUp(),
    isOutOfRoom: () => isOutOfRoom,
    stop() {
      stopping.abort()
      program.stop()
    },
  }
}

/** The rests between two tries to start PostgreSQL on a full disk. */
const shortestRestMs = 250
const longestRestMs = 5_000
