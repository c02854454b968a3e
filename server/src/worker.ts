import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Context } from './context.ts'
import {
  type Connection,
  type Database,
  isDatabaseAway,
  openDatabase,
  type PoolOptions,
  type Sql,
} from './db/database.ts'
import type { JobRun, Task } from './jobs/job.ts'
import { type Working, work } from './jobs/work.ts'
import { timedOut, withTimeout } from './lib/concurrency/with-timeout.ts'
import { type WorkerWatch, watchWorkers } from './publishing/fleet/watch-workers.ts'
import { type Dispatcher, startDispatcher } from './publishing/worker/dispatcher.ts'
import type { Failpoint } from './publishing/worker/failpoint.ts'
import type { WakeUp } from './publishing/worker/wake-up.ts'
import { startWebhookDispatcher, type WebhookDispatcher } from './webhooks/sending/webhook-dispatcher.ts'

/** Publishes due posts, sends webhooks and runs background work. Each working process has one. */
export interface Worker {
  start(): void
  /** Stops claiming, finishes or hands over its current work within 25 s, and closes its connections. */
  close(): Promise<void>
  /** Whether the claim loop ran in the last 30 s; also true before the start. */
  isAlive(): boolean
  /** Milliseconds since the claim loop last ran; null before the start. */
  idleForMs(): number | null
  /** How many targets it took from workers that are gone. */
  takenOver(): number
  /** The pool, for metrics. */
  readonly pool: Pick<Database, 'inUse' | 'waiting'>
}

/** Periodic work beside publishing. It must be harmless when done twice, even at the same time. */
export interface Chore {
  readonly name: string
  readonly everyMs: number
  /** Where there may be nothing to do: a cheap condition in SQL that holds whenever there is. */
  readonly when?: Sql
  run(context: Context, signal: AbortSignal): Promise<unknown>
}

/** Work for the background. Every process may do it, and it must bear being done twice. */
export interface NamedTask {
  readonly name: string
  run(context: Context, doing: JobRun): Promise<unknown>
}

export interface WorkerOptions {
  readonly connection: Connection
  readonly wakeUp: WakeUp
  /** Work that jobs of these names do. */
  readonly tasks: readonly NamedTask[]
  /** Chores that run once over all processes. */
  readonly chores: readonly Chore[]
  /** Chores that every process runs for itself. */
  readonly ownChores: readonly Chore[]
  readonly failpoint: Failpoint
  /** Cuts off every open call to a network. */
  readonly cutOff: () => Promise<void>
}

/** After its calls are cut off, a worker gets this time to store their outcomes. */
const handOverMs = 1_000
const stuckAfterMs = 30_000

/** Builds a worker on a pool of its own, so that a busy API never takes its connections. */
export function createWorker(context: Context, options: WorkerOptions): Worker {
  const { log } = context
  const { stopMs } = context.config.timings
  const { db, jobsDb, webhooksDb, sessions } = openPools(context, options.connection)
  const stopping = new AbortController()
  const name = `${hostname()}:${process.pid}`
  // Host names and process ids are reused, so a random part is added.
  const owner = `${name}:${randomBytes(6).toString('base64url')}`
  let watch: WorkerWatch | null = null
  let dispatcher: Dispatcher | null = null
  let webhooks: WebhookDispatcher | null = null
  const own = {
    ...context,
    db,
    owner,
    failpoint: options.failpoint,
    signal: stopping.signal,
    wake: wakeOne,
    tally: { takenOver: 0 },
  }
  let jobs: Working | null = null
  let stopChores: (() => Promise<void>) | null = null
  let stopListening: (() => void) | null = null

  // Wake this worker if it has room, otherwise all workers.
  function wakeOne(inMs: number): void {
    if (dispatcher?.hasRoom()) dispatcher.wake(inMs)
    else context.wake(inMs)
  }

  return {
    start: () => {
      watch = watchWorkers(own, sessions)
      const started = startDispatcher(own, watch.begun)
      dispatcher = started
      const sending = startWebhookDispatcher({ ...own, db: webhooksDb }, watch.begun)
      webhooks = sending
      const stops = [
        context.news.listen(sending.wake),
        options.wakeUp.listen(started.wake),
        options.wakeUp.listen(() => sending.wake()),
      ]
      stopListening = () => stops.forEach((stop) => void stop())
      stopChores = startOwnChores(own, options.ownChores, stopping.signal)
      jobs = startJobs({ ...context, db: jobsDb }, name, options)
    },
    isAlive: () => !dispatcher || dispatcher.idleForMs() < stuckAfterMs,
    idleForMs: () => dispatcher?.idleForMs() ?? null,
    takenOver: () => own.tally.takenOver,
    pool: db,
    close: async () => {
      stopListening?.()
      const ending = [dispatcher?.close(), jobs?.close(), webhooks?.close(), stopChores?.()]
      const finished = Promise.all(ending).then(async () => {
        await watch?.close()
        await Promise.all([db.close(), jobsDb.close(), webhooksDb.close(), sessions.close()])
      })
      if ((await withTimeout(stopMs, finished)) !== timedOut) return
      // Unanswered sends are stored as such. Other workers take over the rest.
      log.warn('The worker stops before all its posts are finished. Other workers take them over.')
      stopping.abort()
      await options.cutOff()
      if ((await withTimeout(handOverMs, finished)) === timedOut) await watch?.abandon()
    },
  }
}

function startJobs(context: Context, name: string, { connection, tasks, chores }: WorkerOptions): Working {
  return work({
    connection,
    log: context.log,
    name,
    tasks: Object.fromEntries(
      tasks.map((task): [string, Task] => [task.name, (doing) => task.run(context, doing)]),
    ),
    chores: chores.map(({ run, ...chore }) => ({ ...chore, run: (signal) => run(context, signal) })),
  })
}

function openPools({ config, log, news }: Context, connection: Connection) {
  const note = (error: Error) => log.warn({ err: error }, 'a database connection broke')
  // No client waits for these. A target that gets no connection in time is left to its lease.
  const own = { max: config.databaseConnections, patienceMs: 10_000, name: 'crier worker' }
  const open = (options: Omit<PoolOptions, 'statementTimeoutMs'>) =>
    openDatabase(connection, { ...options, statementTimeoutMs: 30_000, onInsert: news.onInsert }, note)
  return {
    db: open(own),
    // Jobs hold a connection while they wait for networks, so they have their own pool.
    jobsDb: open({ max: 5, name: 'crier jobs' }),
    // A burst of webhooks must not delay a post.
    webhooksDb: open({ max: 4, name: 'crier webhooks' }),
    // The one connection whose lock shows that this worker is alive.
    sessions: open({ max: 1, name: 'crier session' }),
  }
}

/** Answers how to stop them, which waits for those that run. */
function startOwnChores(
  context: Context,
  chores: readonly Chore[],
  signal: AbortSignal,
): () => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const timers = chores.map(({ name, everyMs, run }) =>
    setInterval(() => {
      if (running.has(name)) return
      const ended = run(context, signal)
        .then(() => undefined)
        .catch((error: unknown) => {
          if (!isDatabaseAway(error)) context.log.error({ err: error, chore: name }, 'a chore failed')
        })
        .finally(() => running.delete(name))
      running.set(name, ended)
    }, everyMs),
  )
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running.values())
  }
}
