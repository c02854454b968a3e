import type { Failure, FailureKind } from '../../connectors/connector.ts'
import type { TargetError } from '../../publishing/move.ts'

/** Whether trying again helps only after somebody did something. */
export function isLasting(kind: FailureKind): boolean {
  switch (kind) {
    case 'invalid':
    case 'unauthorized':
    case 'forbidden':
    case 'account_blocked':
    case 'app_unusable':
      return true
    case 'rate_limited':
    case 'not_sent':
    case 'unavailable':
    case 'unknown_outcome':
      return false
  }
}

/** The error of a deletion: that of a post says that nothing is public, and here the post still is. */
export function explainDeletion({ kind }: Failure, error: TargetError): TargetError {
  if (kind === 'unauthorized') return error
  if (isLasting(kind)) return { ...error, code: 'deletion_refused_by_network' }
  return { ...error, code: 'deletion_not_done', category: 'network', retryable: true }
}
