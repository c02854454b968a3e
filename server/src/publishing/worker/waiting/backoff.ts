import type { Failure } from '../../../connectors/connector.ts'
import type { WorkerContext } from '../worker-context.ts'

const longestPauseMs = 600_000

/** The pause before the next try, in milliseconds: doubles with each try, and is at least what the network asked for. */
export function pauseFor(context: WorkerContext, tries: number, failure: Failure): number {
  return Math.max(backoff(context, tries - 1), failure.retryAfterMs ?? 0)
}

/** The pause before the next look at a network that could not be reached, in milliseconds. */
export function pauseAfterLook(context: WorkerContext, looks: number): number {
  return backoff(context, looks)
}

function backoff({ config }: WorkerContext, doublings: number): number {
  return Math.min(longestPauseMs, config.timings.backoffMs * 2 ** Math.min(doublings, 20))
}
