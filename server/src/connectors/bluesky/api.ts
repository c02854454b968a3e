import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { readEpochSeconds } from '../../lib/retry-after.ts'
import type { OutboundAnswer, OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import type { ConnectIo, Failure } from '../connector.ts'
import { type ApiFile, type Dialect, makeRequest, makeUnavailable, refusalTable } from '../kit/json-api.ts'

/** One call of the network's protocol (XRPC): a query without a body, a procedure with one. */
export interface Call {
  readonly service: string
  readonly method: string
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly input?: JsonObject
  /** Bytes in place of `input`. */
  readonly blob?: ApiFile
  /** A procedure that takes no input. */
  readonly isProcedure?: boolean
  readonly token?: string
}

/**
 * Calls a method whose repetition does no harm and answers its output.
 * @throws Failure by `readRefusal`, else `unavailable`.
 */
export async function call(io: Pick<ConnectIo, 'fetch' | 'now'>, given: Call): Promise<JsonObject> {
  const answer = await io.fetch(toRequest(given))
  if (answer.status === 200) return asObject(answer.json) ?? {}
  const secrets = [given.token, given.input?.password].filter((secret) => typeof secret === 'string')
  throw failureOf(answer, io.now(), secrets) ?? unavailable(answer)
}

export function toRequest({ service, method, isProcedure, input, blob, ...rest }: Call): OutboundRequest {
  const verb = isProcedure ? ('POST' as const) : undefined
  return makeRequest(service, { ...rest, method: verb, path: `/xrpc/${method}`, json: input, file: blob })
}

const dialect: Dialect = {
  name: 'The Bluesky server',
  code: (answer) => errorCode(answer) ?? (answer.status === 429 ? 'RateLimitExceeded' : null),
  words: ({ json }) => textOf(asObject(json)?.message),
  limitedUntil: ({ headers }) => readEpochSeconds(headers['ratelimit-reset']),
}

/**
 * The failure that a refusal means; null if the answer is not a refusal in the list. The list has every refusal that is
 * certain to have had no effect, as the server's own software answers it: it checks the session and the record before
 * it writes anything, and rolls a failed write back. An answer that is not in the list proves nothing.
 * (github.com/bluesky-social/atproto, packages/pds, 0.4.217 and 0.5.35; each row was seen.)
 */
export const failureOf = refusalTable(dialect, [
  {
    answers: [
      '400 ExpiredToken',
      '400 InvalidToken',
      '401 AuthMissing',
      '401 AuthenticationRequired',
      '401 AuthFactorTokenRequired',
      '401 invalid_token',
    ],
    kind: 'unauthorized',
    text: 'The Bluesky server no longer accepts the session. Connect the account again.',
  },
  {
    answers: ['403 ScopeMissingError'],
    kind: 'forbidden',
    text: 'This was not allowed when the account was connected. Connect it again and allow everything that is asked.',
  },
  {
    answers: ['401 AccountTakedown', '400 AccountTakedown', '403 AccountTakedown'],
    kind: 'account_blocked',
    text: 'The Bluesky server has taken this account down.',
  },
  {
    // Closed here, or moved from here: renewing the session finds out which, and where to.
    answers: ['401 AccountDeactivated'],
    kind: 'unauthorized',
    text: 'This Bluesky account is deactivated. Activate it in the Bluesky app.',
  },
  {
    answers: ['403 AccountNotFound', '400 AccountNotFound', '400 RepoNotFound'],
    kind: 'unauthorized',
    text: 'This account is no longer on the Bluesky server it was connected with. Connect it again.',
  },
  {
    answers: ['400 BlobNotFound'],
    kind: 'invalid',
    text: 'The Bluesky server no longer has the media that were uploaded for this post. Try it again.',
  },
  {
    answers: ['413 PayloadTooLarge', '400 BlobTooLarge'],
    kind: 'invalid',
    text: 'A picture or video is larger than the Bluesky server takes.',
    isQuoting: true,
  },
  {
    answers: ['400 InvalidRequest', '400 InvalidMimeType', '400 InvalidSize'],
    kind: 'invalid',
    text: 'The Bluesky server refused it.',
    isQuoting: true,
  },
])

/** The network's own name for what went wrong. */
export function errorCode(answer: OutboundAnswer): string | null {
  const error = asObject(answer.json)?.error
  return typeof error === 'string' && /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(error) ? error : null
}

export function unavailable(answer: OutboundAnswer): Failure {
  return makeUnavailable(dialect, answer)
}
