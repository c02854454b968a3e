import { asFailure, targetError } from '../../publishing/target-error.ts'
import type { LeaseEnd } from './figure-lease.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** A permission may be given any day. */
const refusedMs = 6 * hourMs

/** For an account that refuses to show figures: until a permission is given, or somebody asks for the figures. */
export function untilAllowed(reason: string): LeaseEnd {
  return { restMs: refusedMs, reason, failures: 0 }
}

/** How long an account rests after its figures could not be read. Publishing is not affected, because it learns its limits itself. */
export function restAfter(error: unknown, failures: number): LeaseEnd {
  const failure = asFailure(error, 'unavailable')
  const growing = (firstMs: number) => Math.min(6 * hourMs, firstMs * 2 ** Math.min(failures, 10))
  switch (failure.kind) {
    case 'forbidden':
    case 'invalid':
    case 'app_unusable':
      return untilAllowed(targetError(failure).message)
    case 'rate_limited':
      return {
        restMs: Math.max(failure.retryAfterMs ?? 0, growing(15 * minuteMs)),
        reason: null,
        failures: failures + 1,
      }
    // The account itself says from now on that it must be connected again.
    case 'unauthorized':
    case 'account_blocked':
      return { restMs: minuteMs, reason: null, failures: failures + 1 }
    case 'not_sent':
    case 'unavailable':
    case 'unknown_outcome':
      return { restMs: growing(5 * minuteMs), reason: null, failures: failures + 1 }
  }
}
