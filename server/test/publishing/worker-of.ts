import type { Context } from '../../src/context.ts'
import type { WorkerContext } from '../../src/publishing/worker/worker-context.ts'

/** A worker for tests that take the steps of publishing themselves. */
export function workerOf(context: Context): WorkerContext {
  return {
    ...context,
    owner: 'a worker',
    failpoint: () => undefined,
    signal: new AbortController().signal,
  }
}
