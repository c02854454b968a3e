import { Failure, type FailureKind } from '../connectors/connector.ts'
import { redact } from '../lib/log.ts'
import { cleanLine, cleanText } from '../lib/text/clean-text.ts'
import { cutText } from '../lib/text/graphemes.ts'
import { cleaned, partsOf } from '../lib/text/sentence.ts'
import type { ErrorCode } from './error-catalog.ts'
import type { TargetError } from './move.ts'

const codes: Readonly<Record<FailureKind, { code: ErrorCode; category: string; retryable: boolean }>> = {
  invalid: { code: 'rejected_by_network', category: 'content', retryable: false },
  unauthorized: { code: 'account_needs_reconnect', category: 'account', retryable: true },
  forbidden: { code: 'not_allowed_by_network', category: 'account', retryable: false },
  account_blocked: { code: 'account_blocked_by_network', category: 'account', retryable: true },
  app_unusable: { code: 'app_refused_by_network', category: 'network', retryable: true },
  rate_limited: { code: 'rate_limited_by_network', category: 'limit', retryable: true },
  not_sent: { code: 'network_unreachable', category: 'network', retryable: true },
  unavailable: { code: 'network_unavailable', category: 'network', retryable: true },
  unknown_outcome: { code: 'answer_lost', category: 'unknown_outcome', retryable: false },
}

/** A failure as it is stored and shown: no secret, and no longer than a person reads. */
export function targetError(failure: Failure): TargetError {
  return {
    ...codes[failure.kind],
    message: clean(failure.message),
    ...partsOf(cleaned(failure.words, clean)),
    platform_code: failure.platformCode === null ? null : cleanText(failure.platformCode, 100),
  }
}

const clean = (text: string) => cutText(redact(cleanLine(text)), 500)

/** Turns anything a connector threw into a Failure. Any other error is a bug; `kind` says what it means for the step. */
export function asFailure(error: unknown, kind: FailureKind): Failure {
  if (error instanceof Failure) return error
  return new Failure(kind, 'Crier itself failed.', { platformCode: 'internal', cause: error })
}
