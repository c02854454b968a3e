import { createConnectIo } from '../../accounts/connect-io.ts'
import type { CommitRequest, Connector, Io, MediaSource } from '../../connectors/connector.ts'
import { Failure } from '../../connectors/connector.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import { type OutboundAnswer, OutboundError } from '../../lib/safe-fetch/outbound.ts'
import { type AccessHeaders, sendWithNonce } from '../../lib/safe-fetch/send-with-nonce.ts'
import type { WorkerContext } from './worker-context.ts'

const maxAnswerBytes = 1_000_000

/** The time in which a commit may be sent, counted from before its record became durable, on both clocks of this process. */
export interface SendWindow {
  commit: CommitRequest
  /** `performance.now()` and `Date.now()` before the transaction began: never later than the COMMIT. */
  monotonicStart: number
  wallStart: number
  windowMs: number
  timeoutMs: number
}

/** Tells the engine about the one send. The connector sees only its answer. */
export interface Sending {
  /** Whether `sendOnce` was called at all. */
  called: boolean
}

/** Makes everything that a connector may touch while it publishes. Without a window nothing can be sent. */
export function createIo(
  context: WorkerContext,
  given: {
    connector: Connector
    credentials: JsonObject
    media: MediaSource
    now: () => Date
    window: SendWindow | null
    sending: Sending
  },
): Io {
  const { window, sending } = given
  return {
    ...createConnectIo(context, given.connector, context.signal),
    credentials: given.credentials,
    media: given.media,
    now: given.now,
    sendOnce: async (access) => {
      if (!window) throw new Failure('not_sent', 'Nothing may be sent in this step.')
      if (sending.called) throw new Failure('unknown_outcome', 'A commit is sent once only.')
      sending.called = true
      return sendWithNonce(access, (headers) => sendForConnector(context, given, window, headers))
    },
  }
}

async function sendForConnector(
  context: WorkerContext,
  { connector, media }: { connector: Connector; media: MediaSource },
  window: SendWindow,
  access: AccessHeaders,
): Promise<OutboundAnswer> {
  const { method, url, headers } = window.commit
  const request = {
    method,
    url,
    headers: { ...headers, ...access },
    body: await openBody(media, window.commit),
  }
  try {
    const answer = await context.outboundOf(connector.platform).sendOnce(request, {
      // Stopping the worker does not abort a commit: without its answer the outcome would be unknown.
      signal: new AbortController().signal,
      timeoutMs: window.timeoutMs,
      maxBytes: maxAnswerBytes,
      beforeWrite: () => {
        refuseLate(window)
        context.failpoint('before_write')
        // The request is written in this turn of the event loop, so bytes of it have left by the next turn.
        setImmediate(() => context.failpoint('after_first_byte'))
      },
    })
    context.failpoint('after_response')
    return answer
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const kind = error.kind === 'no_answer' ? 'unknown_outcome' : 'not_sent'
    throw new Failure(kind, error.message, { cause: error })
  }
}

async function openBody(
  media: MediaSource,
  commit: CommitRequest,
): Promise<string | ReadableStream<Uint8Array>> {
  if (typeof commit.body === 'string') return commit.body
  try {
    return await media.open(commit.body.mediaId, { start: commit.body.start, end: commit.body.end })
  } catch (error) {
    throw new Failure('not_sent', 'The media could not be read.', { cause: error })
  }
}

// Both clocks count, because the monotonic one may stop while a machine sleeps and the other may be set.
function refuseLate(window: SendWindow): void {
  const limit = 0.8 * window.windowMs
  const elapsed = Math.max(performance.now() - window.monotonicStart, Date.now() - window.wallStart)
  if (elapsed >= limit) throw new Error(`The window to send had passed (${Math.round(elapsed)} ms).`)
}
