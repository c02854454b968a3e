/** The answer of `withTimeout` for work that takes longer. */
export const timedOut = Symbol('timed out')

/**
 * The result of the work, or `timedOut` if it takes longer than `ms` milliseconds. Late work goes on, and its error is ignored.
 * @throws what the work throws in time
 */
export async function withTimeout<Result>(
  ms: number,
  work: Promise<Result>,
): Promise<Result | typeof timedOut> {
  const { promise, resolve } = Promise.withResolvers<typeof timedOut>()
  const timer = setTimeout(() => resolve(timedOut), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Does work whose signal is aborted after so many milliseconds with a TimeoutError, or together with `signal`. The timer
 * ends with the work: a signal of `AbortSignal.timeout` lives on until its time is over, thousands at once.
 */
export async function abortAfter<Result>(
  ms: number,
  signal: AbortSignal | null,
  work: (stop: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  const onAbort = () => stop.abort(signal?.reason)
  const timer = setTimeout(() => stop.abort(new DOMException('It took too long.', 'TimeoutError')), ms)
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  try {
    return await work(stop.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
