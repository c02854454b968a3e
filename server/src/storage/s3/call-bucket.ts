import { setTimeout as pause } from 'node:timers/promises'
import { abortAfter } from '../../lib/concurrency/with-timeout.ts'
import { explainBucket, isPassing, TooSlow } from './bucket-trouble.ts'

/** A call with a body may take as long as this speed needs, besides the time of any call. */
const leastBytesPerSecond = 100_000
const pausesMs = [200, 1_000]

export interface Call {
  /** How long an answer may take where no body is sent. */
  readonly callMs: number
  /** The bytes that are sent; 0 for none. */
  readonly bytes: number
  /** Whether a second call changes nothing that the first has done. */
  readonly isRepeatable: boolean
}

/** Makes one call of a bucket, and up to two more where that is harmless and may help. @throws StorageUnavailable, StorageFull, MissingBytes */
export async function callBucket<Result>(
  { callMs, bytes, isRepeatable }: Call,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ms = callMs + (bytes / leastBytesPerSecond) * 1_000
  for (let failed = 0; ; failed += 1) {
    let isLate = false
    try {
      return await abortAfter(ms, null, (signal) => {
        signal.addEventListener('abort', () => {
          isLate = true
        })
        return work(signal)
      })
    } catch (error) {
      const pauseMs = pausesMs[failed]
      if (isLate) throw explainBucket(new TooSlow(`No answer within ${Math.ceil(ms)} ms.`, { cause: error }))
      if (!isRepeatable || pauseMs === undefined || !isPassing(error)) throw explainBucket(error)
      await pause(pauseMs)
    }
  }
}
