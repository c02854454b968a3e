import { createConnectIo } from '../../../accounts/connect-io.ts'
import { type CommitRequest, Failure, type Io, type MediaSource } from '../../../connectors/connector.ts'
import { isConversation, sendCommit } from '../../../connectors/send-commit.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import { type OutboundAnswer, OutboundError } from '../../../lib/safe-fetch/outbound.ts'
import type { AccessHeaders } from '../../../lib/safe-fetch/send-with-nonce.ts'
import type { Work } from '../claiming/load-work.ts'
import type { WorkerContext } from '../worker-context.ts'
import type { ExchangeLog } from './exchange.ts'
import { readSecrets } from './prepared-secrets.ts'
import { learnSecrets, watchExchanges } from './watch-exchanges.ts'

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
    work: Pick<Work, 'connector' | 'now'> & { readonly seen: Pick<Work['seen'], 'workspaceId' | 'id'> }
    credentials: JsonObject
    media: MediaSource
    window: SendWindow | null
    sending: Sending
    /** Where the requests are remembered. */
    exchanges: ExchangeLog
  },
): Io {
  const { work, window, sending, exchanges } = given
  const secrets = () => learnSecrets(exchanges, readSecrets(context, work))
  exchanges.learn(given.credentials)
  return {
    ...watchExchanges(createConnectIo(context, work.connector, context.signal), exchanges),
    credentials: given.credentials,
    media: given.media,
    secrets,
    now: work.now,
    sendOnce: async (access) => {
      if (!window) throw new Failure('not_sent', 'Nothing may be sent in this step.')
      if (sending.called) throw new Failure('unknown_outcome', 'A commit is sent once only.')
      sending.called = true
      const { credentials, media } = given
      const parts = { connector: work.connector, credentials, media, secrets }
      // The commit is remembered as it is stored: without access, and with the names of its media.
      exchanges.note(window.commit, null)
      const answer = await sendForConnector(context, parts, window, learning(access, exchanges))
      exchanges.note(window.commit, answer)
      return answer
    },
  }
}

/** An access each of whose headers is hidden in what is shown. */
function learning(access: Parameters<Io['sendOnce']>[0], exchanges: ExchangeLog): typeof access {
  if (isConversation(access)) return access
  const learn = (headers: AccessHeaders) => {
    exchanges.learn(accessOf(headers))
    return headers
  }
  return typeof access === 'function' ? async (nonce) => learn(await access(nonce)) : learn(access)
}

/** The values of the headers, and the parts behind the names of their schemes. */
function accessOf(headers: AccessHeaders): string[] {
  return Object.values(headers).flatMap((value) => [value, ...value.split(/[\s,]+/)])
}

async function sendForConnector(
  context: WorkerContext,
  world: Pick<Io, 'credentials' | 'media' | 'secrets'> & Pick<Work, 'connector'>,
  window: SendWindow,
  access: Parameters<Io['sendOnce']>[0],
): Promise<OutboundAnswer> {
  const outbound = context.outboundOf(world.connector.platform)
  try {
    const answer = await sendCommit(window.commit, world, access, (request) =>
      outbound.sendOnce(request, {
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
      }),
    )
    context.failpoint('after_response')
    return answer
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const kind = error.kind === 'no_answer' ? 'unknown_outcome' : 'not_sent'
    throw new Failure(kind, error.message, { cause: error })
  }
}

// Both clocks count, because the monotonic one may stop while a machine sleeps and the other may be set.
function refuseLate(window: SendWindow): void {
  const limit = 0.8 * window.windowMs
  const elapsed = Math.max(performance.now() - window.monotonicStart, Date.now() - window.wallStart)
  if (elapsed >= limit) throw new Error(`The window to send had passed (${Math.round(elapsed)} ms).`)
}
