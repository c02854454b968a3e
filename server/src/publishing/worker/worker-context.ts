import type { Context } from '../../context.ts'
import type { Failpoint } from './failpoint.ts'

/** The context of the publishing worker: everything on its own pool, a name for its leases, and failpoints. */
export interface WorkerContext extends Context {
  readonly owner: string
  readonly failpoint: Failpoint
  /** Aborted when the worker must stop at once. */
  readonly signal: AbortSignal
  /** Counts the targets that were taken from workers that are gone. */
  readonly tally?: { takenOver: number }
}
