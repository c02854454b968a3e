import { hostname } from 'node:os'
import type { Context } from './context.ts'
import { type Connection, isDatabaseAway, openDatabase } from './db/database.ts'
import { type Dispatcher, startDispatcher } from './publishing/dispatcher.ts'
import type { Failpoint } from './publishing/failpoint.ts'
import type { WakeUp } from './publishing/wake-up.ts'

/** Publishes what is due, and keeps the house: one of it in each process that works. */
export interface Worker {
  start(): void
  /** Claims nothing more, finishes what is going on, at most for 25 s, and lets go of its connections. */
  close(): Promise<void>
  /** Whether the claim loop went round in the last 30 s; true also before it is started. */
  isAlive(): boolean
}

/** Something done again and again beside publishing: harmless when done twice, and by several workers at once. */
export interface Chore {
  readonly name: string
  readonly everyMs: number
  run(context: Context): Promise<unknown>
}

export interface WorkerOptions {
  readonly connection: Connection
  readonly wakeUp: WakeUp
  readonly chores: readonly Chore[]
  readonly failpoint: Failpoint
}

const longestStopMs = 25_000
const stuckAfterMs = 30_000

/** Builds a worker on a pool of its own, so that a busy API never takes its connections. */
export function createWorker(context: Context, options: WorkerOptions): Worker {
  const { log } = context
  const pool = { max: 10, statementTimeoutMs: 30_000, name: 'crier worker' }
  const db = openDatabase(options.connection, pool, (error) => {
    log.warn({ err: error }, 'a database connection broke')
  })
  const stopping = new AbortController()
  const owner = `${hostname()}:${process.pid}`
  const own = { ...context, db, owner, failpoint: options.failpoint, signal: stopping.signal }
  let dispatcher: Dispatcher | null = null
  let stopChores: (() => void) | null = null
  let stopListening: (() => void) | null = null

  return {
    start: () => {
      const started = startDispatcher(own)
      dispatcher = started
      stopListening = options.wakeUp.listen((inMs) => started.wake(inMs))
      stopChores = startChores(own, options.chores)
    },
    isAlive: () => !dispatcher || dispatcher.idleForMs() < stuckAfterMs,
    close: async () => {
      stopListening?.()
      stopChores?.()
      const giveUp = setTimeout(() => stopping.abort(), longestStopMs)
      await dispatcher?.close()
      clearTimeout(giveUp)
      await db.close()
    },
  }
}

function startChores(context: Context, chores: readonly Chore[]): () => void {
  const timers = chores.map(({ name, everyMs, run }) => {
    let isRunning = false
    return setInterval(() => {
      if (isRunning) return
      isRunning = true
      run(context)
        .catch((error: unknown) => {
          if (!isDatabaseAway(error)) context.log.error({ err: error, chore: name }, 'a chore broke')
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
