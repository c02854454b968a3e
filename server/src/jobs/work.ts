import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, type Database, openDatabase, openPool } from '../db/database.ts'
import { type Logger, redact } from '../lib/log.ts'
import { cleanText } from '../lib/text/clean-text.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import type { JobRun, PeriodicTask, Task } from './job.ts'
import { noteChoreFailed } from './note-chore.ts'
import { startRunner } from './start-runner.ts'
import { tidyJobs } from './tidy-jobs.ts'

export interface WorkOptions {
  readonly connection: Connection
  readonly log: Logger
  /** For people: this machine and process. */
  readonly name: string
  /** By the name of the task that jobs ask for. */
  readonly tasks: Readonly<Record<string, Task>>
  readonly chores: readonly PeriodicTask[]
  readonly lengths?: Partial<WorkLengths>
}

export interface WorkLengths {
  /** How often a process sends a heartbeat. */
  readonly heartbeatMs: number
  /** A process without a heartbeat for this time counts as dead, and its jobs go to others. */
  readonly deadAfterMs: number
  /** How often to look for jobs that no NOTIFY announces: those whose time came, and those that were freed. */
  readonly pollMs: number
  /** How long a process that stops waits for the jobs it has begun. */
  readonly stopMs: number
}

/** The first three together are the longest that a dead process's jobs wait: 24 s. */
export const usualLengths: WorkLengths = {
  heartbeatMs: 5_000,
  deadAfterMs: 15_000,
  pollMs: 4_000,
  stopMs: 18_000,
}

export interface Working {
  /** Takes no more jobs, finishes what it can, and lets go of its connections. */
  close(): Promise<void>
}

/** Does background jobs and chores until it is closed. While the database is away it tries again for ever. */
export function work(options: WorkOptions): Working {
  const { connection, log } = options
  const lengths = { ...usualLengths, ...options.lengths }
  const note = (error: Error) => log.warn({ err: error }, 'a database connection broke')
  // One connection listens and two fetch and settle jobs; the heartbeat has its own, so that it waits for none of them.
  const pool = openPool(connection, { max: 3, statementTimeoutMs: 30_000, name: 'crier queue' }, note)
  const db = openDatabase(connection, { max: 1, statementTimeoutMs: 5_000, name: 'crier heartbeat' }, note)
  const closing = new AbortController()
  const working = keepWorking(
    { ...options, chores: withTidying(options.chores, db) },
    { pool, db, lengths, closing },
  )
  return {
    close: async () => {
      closing.abort()
      await working
      await Promise.all([pool.end(), db.close()])
    },
  }
}

interface JobParts {
  readonly pool: ReturnType<typeof openPool>
  readonly db: Database
  readonly lengths: WorkLengths
  readonly closing: AbortController
}

async function keepWorking(options: WorkOptions, parts: JobParts): Promise<void> {
  const { signal } = parts.closing
  while (!signal.aborted) {
    try {
      await workOnce(options, parts)
    } catch (error) {
      options.log.warn({ err: error }, 'background work failed and starts again')
    }
    await pause(restMs, undefined, { signal }).catch(() => undefined)
  }
}

const restMs = 1_000

/** Works until it is stopped, breaks off, or other processes take it for dead. */
async function workOnce(options: WorkOptions, { pool, db, lengths, closing }: JobParts): Promise<void> {
  const { log, name, chores } = options
  const { promise: started, resolve: found } = Promise.withResolvers<Heartbeat>()
  const runner = await startRunner({
    pool,
    log,
    tasks: tasksOf(options, db, started),
    pollMs: lengths.pollMs,
  })
  const heartbeat = startHeartbeat({ db, log, id: runner.id, name, chores, ...lengths })
  found(heartbeat)
  const stopped = new Promise<void>((resolve) => {
    if (closing.signal.aborted) resolve()
    else closing.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  try {
    await Promise.race([runner.ended, heartbeat.lost, stopped])
    await runner.stop(lengths.stopMs)
  } finally {
    await heartbeat.stop()
  }
}

/** A job is begun only once its process is known to be alive: after a long sleep others may have it. */
function tasksOf(
  { log, tasks, chores }: WorkOptions,
  db: Database,
  started: Promise<Heartbeat>,
): Record<string, Task> {
  const all: [string, Task][] = [
    ...Object.entries(tasks),
    ...chores.map((chore): [string, Task] => [
      chore.name,
      ({ signal }) => doChore(db, started, chore, signal),
    ]),
  ]
  return Object.fromEntries(
    all.map(([name, task]) => [
      name,
      async (doing: JobRun) => {
        await (await started).confirmAlive()
        try {
          await task(doing)
        } catch (error) {
          log.error({ err: error, task: name, tries: doing.tries }, 'a background job failed')
          // The job’s row keeps only this text.
          throw new Error(wordsOf(error), { cause: error })
        }
      },
    ]),
  )
}

async function doChore(
  db: Database,
  started: Promise<Heartbeat>,
  { name, run }: PeriodicTask,
  signal: AbortSignal,
): Promise<void> {
  const heartbeat = await started
  try {
    await run(signal)
  } catch (error) {
    heartbeat.noteChore(name, null)
    await noteChoreFailed(db, name, wordsOf(error))
    throw error
  }
  heartbeat.noteChore(name, performance.now())
}

function wordsOf(error: unknown): string {
  return cleanText(redact(error instanceof Error ? error.message : String(error)), 500) || 'It failed.'
}

function withTidying(chores: readonly PeriodicTask[], db: Database): readonly PeriodicTask[] {
  return [...chores, { name: 'tidy-jobs', everyMs: 600_000, run: () => tidyJobs(db) }]
}
