import * as oauth from 'oauth4webapi'
import { readRetryAfter } from '../../lib/retry-after.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, Failure, type FailureKind } from '../connector.ts'
import { quoteWords } from './json-api.ts'

/** The options with which `oauth4webapi` sends its requests through `io.fetch`. */
export interface OauthOptions {
  [oauth.customFetch]: (url: string, init: OauthInit) => Promise<Response>
  [oauth.allowInsecureRequests]: boolean
}

interface OauthInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
}

// An answer of an authorization server has a few kilobytes, and one that takes longer than this will not come.
const within = { timeoutMs: 15_000, maxBytes: 200_000 }

/** `server` is the origin that is asked: a server of this house, without TLS, may be one that is reached without. */
export function oauthOptions(server: string, io: Pick<ConnectIo, 'fetch'>): OauthOptions {
  return {
    [oauth.allowInsecureRequests]: server.startsWith('http:'),
    [oauth.customFetch]: async (url, { method, headers, body }) => {
      const content = body instanceof URLSearchParams ? body.toString() : null
      const verb = method === 'POST' ? 'POST' : 'GET'
      return toResponse(await io.fetch({ method: verb, url, headers, body: content }, within))
    },
  }
}

/** The answer as `oauth4webapi` reads it. @throws Failure for a status that no answer may have */
export function toResponse({ status, headers, bytes }: OutboundAnswer): Response {
  if (status < 200 || status > 599)
    throw new Failure('unavailable', `The server answered with status ${status}.`)
  const isBare = [204, 205, 304].includes(status)
  return new Response(isBare ? null : new Uint8Array(bytes), { status, headers: { ...headers } })
}

/** Refusals of an authorization server by the code in their body (RFC 6749, section 5.2); any other is `invalid`. */
const refusals: Readonly<Record<string, { kind: FailureKind; text: string }>> = {
  invalid_grant: {
    kind: 'unauthorized',
    text: 'The server no longer accepts this sign-in. Connect the account again.',
  },
  access_denied: { kind: 'forbidden', text: 'Access was refused. Sign in again and allow it.' },
  // The server reads our documents anew each time. That it cannot do so now says nothing about the account.
  invalid_client: { kind: 'unavailable', text: 'The server does not accept this Crier as a client.' },
  invalid_client_metadata: {
    kind: 'unavailable',
    text: 'The server could not read the documents that describe this Crier.',
  },
  server_error: { kind: 'unavailable', text: 'The server could not do it this time.' },
  temporarily_unavailable: { kind: 'unavailable', text: 'The server could not do it this time.' },
  use_dpop_nonce: { kind: 'unavailable', text: 'The server did not accept the nonce that it had given.' },
}

/**
 * Asks an authorization server by `oauth4webapi`, and once more if the first request was refused for the want of its nonce.
 * @param secrets never stand in the message of a failure
 * @throws Failure
 */
export async function askOauth<Answer>(
  { now }: Pick<ConnectIo, 'now'>,
  secrets: readonly string[],
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await repeatForNonce(ask)
  } catch (error) {
    throw toFailure(error, now(), secrets)
  }
}

async function repeatForNonce<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!oauth.isDPoPNonceError(error)) throw error
    return ask()
  }
}

function toFailure(error: unknown, now: Date, secrets: readonly string[]): unknown {
  if (error instanceof oauth.ResponseBodyError) return readRefusal(error, now, secrets)
  if (error instanceof oauth.AuthorizationResponseError)
    return makeRefusal(error.error, error.error_description, secrets, error)
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return new Failure('unavailable', 'The server did not accept the request.', { cause: error })
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return readNonsense(error, now)
  return error
}

function readRefusal(error: oauth.ResponseBodyError, now: Date, secrets: readonly string[]): Failure {
  return readBusy(error.response, now) ?? makeRefusal(error.error, error.error_description, secrets, error)
}

function makeRefusal(
  code: string,
  words: string | undefined,
  secrets: readonly string[],
  cause: Error,
): Failure {
  const known = Object.hasOwn(refusals, code) ? refusals[code] : undefined
  const { kind, text } = known ?? { kind: 'invalid', text: 'The server refused the sign-in.' }
  const platformCode = /^\w{1,64}$/.test(code) ? code : null
  return new Failure(kind, `${text}${quoteWords(words ?? null, secrets)}`, { platformCode, cause })
}

/** A page, an answer of another form, or metadata that contradict themselves. */
function readNonsense({ cause, message }: Error, now: Date): Failure {
  const busy = cause instanceof Response ? readBusy(cause, now) : null
  if (busy) return busy
  const status = cause instanceof Response ? ` (status ${cause.status})` : ''
  const text = `The server gave an answer that cannot be used${status}: ${message}.`
  return new Failure('unavailable', text, { cause })
}

function readBusy({ status, headers }: Response, now: Date): Failure | null {
  if (status === 429) {
    const retryAfterMs = readRetryAfter({ headers: Object.fromEntries(headers) }, now, null)
    return new Failure('rate_limited', 'The server asks us to wait: too many requests.', { retryAfterMs })
  }
  if (status < 500) return null
  return new Failure('unavailable', `The server could not do it this time (status ${status}).`)
}
