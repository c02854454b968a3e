import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Context } from './context.ts'
import {
  type Connection,
  type Database,
  isDatabaseAway,
  openDatabase,
  type PoolOptions,
} from './db/database.ts'
import { type Working, work } from './jobs/work.ts'
import { type WorkerWatch, watchWorkers } from './publishing/fleet/watch-workers.ts'
import { type Dispatcher, startDispatcher } from './publishing/worker/dispatcher.ts'
import type { Failpoint } from './publishing/worker/failpoint.ts'
import type { WakeUp } from './publishing/worker/wake-up.ts'

/** Publishes what is due, and keeps the house: one of it in each process that works. */
export interface Worker {
  start(): void
  /** Claims nothing more, finishes what is going on or hands it over, within 25 s, and lets go of its connections. */
  close(): Promise<void>
  /** Whether the claim loop went round in the last 30 s; true also before it is started. */
  isAlive(): boolean
  /** Milliseconds since the claim loop last went round; null before it is started. */
  idleForMs(): number | null
  /** Its connections, to be watched. */
  readonly pool: Pick<Database, 'inUse' | 'waiting'>
}

/** Something done again and again beside publishing: harmless when done twice, and at the same time. */
export interface Chore {
  readonly name: string
  readonly everyMs: number
  run(context: Context, signal: AbortSignal): Promise<unknown>
}

export interface WorkerOptions {
  readonly connection: Connection
  readonly wakeUp: WakeUp
  /** Done once over all processes. */
  readonly chores: readonly Chore[]
  /** Done by every process for itself. */
  readonly ownChores: readonly Chore[]
  readonly failpoint: Failpoint
  /** Breaks every call to a network that is still under way. */
  readonly cutOff: () => Promise<void>
}

/** After it was told to give up, a worker gets this long to write down what it was doing. */
const handOverMs = 1_000
const stuckAfterMs = 30_000

/** Builds a worker on a pool of its own, so that a busy API never takes its connections. */
export function createWorker(context: Context, options: WorkerOptions): Worker {
  const { log } = context
  const { stopMs } = context.config.timings
  const { db, jobsDb, sessions } = openPools(context, options.connection)
  const stopping = new AbortController()
  const name = `${hostname()}:${process.pid}`
  // Machines and processes use their names again.
  const owner = `${name}:${randomBytes(6).toString('base64url')}`
  let watch: WorkerWatch | null = null
  let dispatcher: Dispatcher | null = null
  const own = {
    ...context,
    db,
    owner,
    failpoint: options.failpoint,
    signal: stopping.signal,
    wake: wakeOne,
  }
  let jobs: Working | null = null
  let stopChores: (() => void) | null = null
  let stopListening: (() => void) | null = null

  // What a target leaves to be done, its own worker does: only when it cannot are all others woken for it.
  function wakeOne(inMs: number): void {
    if (dispatcher?.hasRoom()) dispatcher.wake(inMs)
    else context.wake(inMs)
  }

  return {
    start: () => {
      watch = watchWorkers(own, sessions)
      const started = startDispatcher(own, watch.begun)
      dispatcher = started
      stopListening = options.wakeUp.listen((inMs) => started.wake(inMs))
      stopChores = startOwnChores(own, options.ownChores, stopping.signal)
      jobs = work({
        connection: options.connection,
        log,
        name,
        tasks: {},
        chores: options.chores.map(({ name, everyMs, run }) => ({
          name,
          everyMs,
          run: (signal) => run({ ...context, db: jobsDb }, signal),
        })),
      })
    },
    isAlive: () => !dispatcher || dispatcher.idleForMs() < stuckAfterMs,
    idleForMs: () => dispatcher?.idleForMs() ?? null,
    pool: db,
    close: async () => {
      stopListening?.()
      stopChores?.()
      const finished = Promise.all([dispatcher?.close(), jobs?.close()]).then(async () => {
        await watch?.close()
        await Promise.all([db.close(), jobsDb.close(), sessions.close()])
      })
      if (await endsWithin(finished, stopMs)) return
      // What was sent and not answered is written down as that; the rest is taken over by others.
      log.warn('The worker stops before all its posts are finished. Other workers take them over.')
      stopping.abort()
      await options.cutOff()
      if (!(await endsWithin(finished, handOverMs))) await watch?.abandon()
    },
  }
}

function openPools({ config, log }: Context, connection: Connection) {
  const note = (error: Error) => log.warn({ err: error }, 'a database connection broke')
  // Nobody waits for an answer; what gives up waiting for a connection is left to its lease.
  const own = { max: config.databaseConnections, patienceMs: 10_000, name: 'crier worker' }
  const open = (options: Omit<PoolOptions, 'statementTimeoutMs'>) =>
    openDatabase(connection, { ...options, statementTimeoutMs: 30_000 }, note)
  return {
    db: open(own),
    // Jobs wait for networks with a connection in their hands; so they have their own.
    jobsDb: open({ max: 5, name: 'crier jobs' }),
    // For the one connection by which others see that this worker is alive.
    sessions: open({ max: 1, name: 'crier session' }),
  }
}

async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), ms)
  try {
    return await Promise.race([work.then(() => true), promise])
  } finally {
    clearTimeout(timer)
  }
}

function startOwnChores(context: Context, chores: readonly Chore[], signal: AbortSignal): () => void {
  const timers = chores.map(({ name, everyMs, run }) => {
    let isRunning = false
    return setInterval(() => {
      if (isRunning) return
      isRunning = true
      run(context, signal)
        .catch((error: unknown) => {
          if (!isDatabaseAway(error)) context.log.error({ err: error, chore: name }, 'a chore failed')
        })
        .finally(() => {
          isRunning = false
        })
    }, everyMs)
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
