import type { Readable } from 'node:stream'
import { timedOut, withTimeout } from '../../lib/concurrency/with-timeout.ts'
import { explainBucket, TooSlow, WrongLength } from './bucket-trouble.ts'

/**
 * The chunks of an answer's body: exactly `bytes`, or an error. A body counts as slow when it stands still for so long while
 * its reader waits for it. A reader may take all the time it wants.
 */
export async function* readBody(body: Readable, bytes: number, stallMs: number): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  let came = 0
  try {
    for (;;) {
      const next = await withTimeout(stallMs, chunks.next())
      if (next === timedOut) throw new TooSlow(`No byte came within ${stallMs} ms.`)
      if (next.done === true) break
      came += next.value.length
      if (came > bytes) throw new WrongLength(`More than ${bytes} bytes came.`)
      yield next.value
    }
    if (came < bytes) throw new WrongLength(`Only ${came} of ${bytes} bytes came.`)
  } catch (error) {
    throw explainBucket(error)
  } finally {
    body.destroy()
  }
}
