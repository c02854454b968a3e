import type { TaskList } from 'graphile-worker'
import type { Pool } from '../db/database.ts'
import { asObject, type Json } from '../lib/json/json.ts'
import type { Logger } from '../lib/log.ts'
import { schema, type Task } from './job.ts'

export interface RunnerOptions {
  readonly pool: Pool
  readonly log: Logger
  readonly tasks: Readonly<Record<string, Task>>
  readonly pollMs: number
}

export interface Runner {
  /** The name under which it locks jobs. */
  readonly id: string
  /** Resolves when it works no more, asked to or not. */
  readonly ended: Promise<void>
  /** Takes nothing more, and waits for what is being done; what is not done in time is given back to be tried again. */
  stop(withinMs: number): Promise<void>
}

/** Fetched at once and done one after the other by so many at a time: nothing waits for a round trip. */
const concurrentJobs = 10
const localQueue = { size: 40, ttl: 5_000 }
// Not batched, a completion that fails would be an unhandled rejection, and end the process.
const gatherMs = 20

/** Starts graphile-worker with its local queue. It is told of new jobs, and looks for the others now and then. */
export async function startRunner({ pool, log, tasks, pollMs }: RunnerOptions): Promise<Runner> {
  const graphile = await import('graphile-worker')
  const taskList: TaskList = {}
  for (const [name, task] of Object.entries(tasks))
    taskList[name] = async (payload, { job, abortSignal }) => {
      const signal = abortSignal ?? new AbortController().signal
      await task({ payload: asObject(payload as Json) ?? {}, tries: job.attempts, signal })
    }
  const runner = graphile.runTaskList(
    {
      schema,
      logger: new graphile.Logger(() => (level, message, meta) => {
        // Whoever runs the task has told of its failure.
        if (meta?.failure === true) return
        if (level === 'error' || level === 'warning') log.warn({ err: meta?.error }, message)
        else log.trace(message)
      }),
      noHandleSignals: true,
      preset: {
        worker: {
          concurrentJobs,
          pollInterval: pollMs,
          localQueue,
          completeJobBatchDelay: gatherMs,
          failJobBatchDelay: gatherMs,
          gracefulShutdownAbortTimeout: abortAfterMs,
        },
      },
    },
    taskList,
    pool,
  )
  const ended = runner.promise.catch((error: unknown) =>
    log.warn({ err: error }, 'background work failed and starts again'),
  )
  return { id: runner.id, ended, stop: (withinMs) => stop(runner, withinMs, log) }
}

/** What can be broken off is, this long after the process was told to stop. */
const abortAfterMs = 10_000

async function stop(
  runner: ReturnType<Awaited<typeof import('graphile-worker')>['runTaskList']>,
  withinMs: number,
  log: Logger,
): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), withinMs)
  try {
    const stopping = Promise.resolve(runner.gracefulShutdown())
    if ((await Promise.race([stopping, late])) === 'late')
      await runner.forcefulShutdown('The process stopped.')
  } catch (error) {
    log.warn({ err: error }, 'background work did not stop cleanly; its jobs will be tried again')
  } finally {
    clearTimeout(timer)
  }
}
