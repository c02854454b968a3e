import type { Failure, FailureKind } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import type { TargetError } from '../publishing/move.ts'
import { targetError } from '../publishing/target-error.ts'

/** The error of a deletion or an edit that its network refused, and of one that could not be made yet, as far as they differ. */
interface NetworkErrors {
  readonly refused: Pick<TargetError, 'code'> & Partial<TargetError>
  readonly notDone: Pick<TargetError, 'code'>
}

/** The error of a failed deletion or edit. Unlike the error of a failed post, it never says that nothing is public. */
export function explainAtNetwork(failure: Failure, { refused, notDone }: NetworkErrors): TargetError {
  const error = targetError(failure)
  switch (remedyOf(failure.kind)) {
    case 'reconnect':
      return error
    case 'none':
      return { ...error, ...refused }
    case 'retry':
      return { ...error, ...notDone, category: 'network', retryable: true }
  }
}

/** How often a deletion or an edit is tried, and how long it pauses at most between two tries. */
interface Tries {
  readonly mostTries: number
  readonly longestPauseMs: number
}

/**
 * The pause before the next try of a deletion or an edit, in milliseconds. Null when another try would be no use, or was the
 * last one. `tries` counts the failed tries before this one.
 */
export function pauseBeforeNextTry(
  { config }: Pick<Context, 'config'>,
  { kind, retryAfterMs }: Failure,
  tries: number,
  { mostTries, longestPauseMs }: Tries,
): number | null {
  if (remedyOf(kind) !== 'retry' || tries + 1 >= mostTries) return null
  const growing = config.timings.backoffMs * 2 ** Math.min(tries, 20)
  return Math.max(Math.min(longestPauseMs, growing), retryAfterMs ?? 0)
}

function remedyOf(kind: FailureKind): 'reconnect' | 'none' | 'retry' {
  switch (kind) {
    case 'unauthorized':
      return 'reconnect'
    case 'invalid':
    case 'forbidden':
    case 'account_blocked':
    case 'app_unusable':
      return 'none'
    case 'rate_limited':
    case 'not_sent':
    case 'unavailable':
    case 'unknown_outcome':
      return 'retry'
  }
}
