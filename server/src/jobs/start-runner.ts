import type { TaskList } from 'graphile-worker'
import type { Pool } from '../db/database.ts'
import { timedOut, withTimeout } from '../lib/concurrency/with-timeout.ts'
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
  /** Resolves when it has stopped, on request or by itself. */
  readonly ended: Promise<void>
  /** Takes no more jobs and waits for those under way; a job that does not end in time is given back to be tried again. */
  stop(withinMs: number): Promise<void>
}

/** How many jobs are fetched at once and done at a time, so that no job waits for a round trip. */
const concurrentJobs = 10
const localQueue = { size: 40, ttl: 5_000 }
// Without batches, a completion that fails would be an unhandled rejection and end the process.
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
        // The task’s own wrapper has logged its failure.
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

/** The time between the signal to stop and the abort of jobs that can be aborted. */
const abortAfterMs = 10_000

async function stop(
  runner: ReturnType<Awaited<typeof import('graphile-worker')>['runTaskList']>,
  withinMs: number,
  log: Logger,
): Promise<void> {
  try {
    const stopping = Promise.resolve(runner.gracefulShutdown())
    if ((await withTimeout(withinMs, stopping)) === timedOut)
      await runner.forcefulShutdown('The process stopped.')
  } catch (error) {
    log.warn({ err: error }, 'background work did not stop in order; its jobs are tried again')
  }
}
