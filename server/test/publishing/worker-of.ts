import type { Context } from '../../src/context.ts'
import type { WorkerContext } from '../../src/publishing/worker-context.ts'

/** A worker for tests that take the steps of publishing themselves. */
export function workerOf(context: Context, owner = 'a worker'): WorkerContext {
  return {
    ...context,
    owner,
    failpoint: () => undefined,
    signal: new AbortController().signal,
  }
}
