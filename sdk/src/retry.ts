import {
  ApiError,
  ConnectionError,
  type CrierError,
  RequestAbortedError,
  RequestTimeoutError,
} from './errors.ts'

/** How a request may be repeated: always, under its idempotency key, or only if it was surely not done. */
export type Repeat = 'always' | 'keyed' | 'never'

const firstPauseMs = 500
const longestPauseMs = 8_000

/**
 * How long to wait before a failed request is sent again; null if it must not be.
 * @param failures How many tries have failed, this one included.
 */
export function pauseBeforeRetry(error: unknown, repeat: Repeat, failures: number): number | null {
  if (!isPassing(error, repeat)) return null
  const backoff = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1))
  const jittered = backoff / 2 + (Math.random() * backoff) / 2
  return error instanceof ApiError ? (error.retryAfterMs ?? jittered) : jittered
}

/** The first request under this key is still running. Waiting for its answer is no further failure. */
export function isInProgress(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency_in_progress'
}

/** Whether an error may be gone after a while, and trying again does no harm. */
function isPassing(error: unknown, repeat: Repeat): boolean {
  if (error instanceof ApiError) {
    // A refusal of too many requests is made before anything is done.
    if (error.status === 429) return true
    if (repeat === 'never') return false
    return [408, 425, 500, 502, 503, 504].includes(error.status) || isInProgress(error)
  }
  if (repeat === 'never') return false
  return error instanceof ConnectionError || error instanceof RequestTimeoutError
}

/** Waits, unless the signal is aborted first. @throws RequestAbortedError */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(aborted(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}

export function aborted(signal: AbortSignal | undefined): CrierError {
  return new RequestAbortedError('The request was aborted.', { cause: signal?.reason })
}
