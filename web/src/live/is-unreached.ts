import { ApiError, ConnectionError, RequestTimeoutError } from '@crier/sdk'

/** The answers of a proxy whose server is away, such as while that is started again. */
const gatewayStatuses: readonly number[] = [502, 503, 504]

/**
 * Whether a call ended without an answer of Crier: no answer came, or a proxy or the sign-in page of a network answered in its
 * place. The server may have done what was asked for all the same.
 */
export function isUnreached(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof RequestTimeoutError) return true
  return isForeign(error) && (error.status < 400 || gatewayStatuses.includes(error.status))
}

/** Whether something in between refused a call by itself, such as a file that is too large for a proxy. */
export function isForeign(error: unknown): error is ApiError & { code: 'unexpected_answer' } {
  return error instanceof ApiError && error.code === 'unexpected_answer'
}

/** Whether an answer comes from something in between: Crier answers every call with JSON, a file or a stream. */
export function isAnswerInPlace({ status, type, headers }: Response): boolean {
  const kind = headers.get('content-type') ?? ''
  if (type === 'opaqueredirect' || kind.startsWith('text/html')) return true
  return gatewayStatuses.includes(status) && !kind.includes('json')
}
