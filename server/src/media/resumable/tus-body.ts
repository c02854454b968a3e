import type { Problem } from '../../lib/problem.ts'
import { type IncomingLimits, readIncoming } from '../intake/incoming.ts'
import type { TusRequest } from './tus.ts'
import { examining } from './upload-lock.ts'

/** The body of a request as the package of tus reads it. */
export interface TusBody {
  readonly stream: ReadableStream<Uint8Array>
  /** Rejects with StorageUnavailable when its reader takes nothing for too long. */
  readonly heldUp: Promise<never>
  /** The bytes of it that were read. */
  received(): number
  /** Ends it, so that what came is stored. */
  stop(problem: Problem): void
  /** Lets go of a body that was left in the middle. */
  close(): void
}

/**
 * Opens the body of a request. A body that breaks off ends like a whole one, so that all received bytes are stored;
 * `onBroken` gets the reason.
 */
export function openTusBody(
  { body, proceed }: Pick<TusRequest, 'body' | 'proceed'>,
  limits: IncomingLimits,
  onBroken: (error: unknown) => void,
): TusBody {
  const incoming = readIncoming(body, limits)
  const chunks = readOn()
  return {
    stream: ReadableStream.from(chunks),
    heldUp: incoming.heldUp,
    received: incoming.received,
    stop: incoming.stop,
    close: () => {
      incoming.stop(examining())
      chunks.return(undefined).catch(() => undefined)
    },
  }

  async function* readOn(): AsyncGenerator<Uint8Array> {
    proceed()
    try {
      yield* incoming.chunks
    } catch (error) {
      onBroken(error)
    }
  }
}
