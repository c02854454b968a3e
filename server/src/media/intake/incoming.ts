import type { Readable } from 'node:stream'
import { Problem } from '../../lib/problem.ts'
import { giveChunkAway } from '../../storage/given-chunks.ts'
import { StorageUnavailable } from '../../storage/storage.ts'
import type { UploadPace } from './upload-pace.ts'

/** No real connection is slower than this. */
const leastBytesPerSecond = 10_000

/** A request body as it comes in. */
export interface Incoming {
  /** Its chunks. @throws Problem when it breaks off, is too slow or was stopped. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Rejects with StorageUnavailable when its reader takes no chunk for `stallMs`. Otherwise it never settles. */
  readonly heldUp: Promise<never>
  /** The bytes that its reader got so far. */
  received(): number
  /** Ends it from outside. */
  stop(problem: Problem): void
}

export interface IncomingLimits {
  /** A body that stays below 10 kB a second for this time is given up. */
  readonly stallMs: number
  /** The announced size: a body that goes on is cut off there. */
  readonly mostBytes: number
  readonly pace: UploadPace
}

/**
 * Reads a request body without ever destroying it: its connection is still needed for the answer.
 */
export function readIncoming(body: Readable, { stallMs, mostBytes, pace }: IncomingLimits): Incoming {
  let problem: Problem | null = null
  let came = 0
  let wake: () => void = () => undefined
  const { promise: heldUp, reject: holdUp } = Promise.withResolvers<never>()
  heldUp.catch(() => undefined)
  const stop = (why: Problem) => {
    problem ??= why
    wake()
  }
  return { chunks: read(), heldUp, received: () => came, stop }

  async function* read(): AsyncGenerator<Uint8Array> {
    let cameBefore = 0
    let isTaken = true
    const watch = setInterval(() => {
      // The client cannot send on while the disk takes nothing.
      if (!isTaken && came === cameBefore) holdUp(new StorageUnavailable('slow'))
      else if (came - cameBefore < (leastBytesPerSecond * stallMs) / 1_000) stop(tooSlow())
      cameBefore = came
    }, stallMs)
    // A body that flows gives its chunks as they came. Asked for them, it would join those that wait, in new memory.
    const waiting: Uint8Array[] = []
    const onChunk = (chunk: Uint8Array) => {
      waiting.push(chunk)
      body.pause()
      wake()
    }
    const onEvent = () => wake()
    const onBreak = () => (body.readableEnded ? wake() : stop(brokenOff()))
    body.on('data', onChunk).on('end', onEvent).on('error', onBreak).on('close', onBreak)
    try {
      for (;;) {
        const turn = waiting[0] ? pace.pass(waiting[0].length) : null
        if (turn) await turn
        if (problem) throw problem
        const chunk = waiting.shift()
        if (chunk) {
          came += chunk.length
          if (came > mostBytes) throw sizeMismatch(mostBytes, 'more')
          isTaken = false
          giveChunkAway(chunk)
          yield chunk
          isTaken = true
        } else if (body.readableEnded) return
        else if (body.destroyed) throw brokenOff()
        else
          await new Promise<void>((resolve) => {
            wake = resolve
            body.resume()
          })
      }
    } finally {
      clearInterval(watch)
      body.off('data', onChunk).off('end', onEvent).off('close', onBreak).pause()
    }
  }
}

/** 422 for a file of another size than was announced. */
export function sizeMismatch(announced: number, sent: string): Problem {
  return new Problem(422, 'size_mismatch', `The file was announced with ${announced} bytes, not ${sent}.`)
}

function brokenOff(): Problem {
  return new Problem(
    400,
    'upload_incomplete',
    'The upload ended before all bytes had arrived. Send it again.',
  )
}

function tooSlow(): Problem {
  return new Problem(408, 'upload_too_slow', 'The upload was slower than 10 kB a second. Send it again.')
}
