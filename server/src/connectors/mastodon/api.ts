import { asObject, type JsonObject } from '../../lib/json/json.ts'
import { readIsoTime } from '../../lib/retry-after.ts'
import type { OutboundAnswer, OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import { type Words, word } from '../../lib/text/sentence.ts'
import { Failure, type FailureKind } from '../connector.ts'
import { type Dialect, makeRequest, makeUnavailable, readObject, refusalTable } from '../kit/json-api.ts'

export { bearer } from '../kit/json-api.ts'

/** Errors have no codes, only words. */
export const dialect: Dialect = {
  name: word('The server'),
  code: ({ status }) => String(status),
  words: errorOf,
  limitedUntil: ({ headers }) => readIsoTime(headers['x-ratelimit-reset']),
}

/** A call that reads: `path` with its query, on the account's own server. */
export function readRequest(instance: string, path: string, token: string | null): OutboundRequest {
  return makeRequest(instance, { path, token, headers: plainHeaders })
}

/** The words of errors are asked for in one language. */
export const plainHeaders = { accept: 'application/json', 'accept-language': 'en' } as const

export const needsScope =
  'The access token does not allow this. Create one with the scopes read and write, and connect the account again.'
export const tokenEnded = 'The server no longer accepts the access token. Connect the account again.'

/**
 * Mastodon answers 403 for a suspended or disabled account, with a message in English in any language. Source:
 * docs.joinmastodon.org/methods/accounts/#verify_credentials, and the answers to posts that others report.
 */
export const isBlocked = /^your login is currently disabled$/i
export const blocked = 'The server has suspended or disabled this account.'

const readRefusal = refusalTable(dialect, [
  { answers: ['401'], kind: 'unauthorized', text: tokenEnded },
  { answers: ['403'], says: /scope/i, kind: 'unauthorized', text: needsScope },
  { answers: ['403'], says: isBlocked, kind: 'account_blocked', text: blocked },
  { answers: ['403'], kind: 'forbidden', text: 'The server does not allow it.', isQuoting: true },
  { answers: ['400', '413', '415', '422'], kind: 'invalid', text: 'The server refused it.', isQuoting: true },
])

/**
 * The meaning of a refusal of a call that may be repeated: reading, uploading, asking how far a medium is. Any other
 * answer is `unavailable`.
 */
export function failureOfCall(answer: OutboundAnswer, now: Date, token: string): Failure {
  return readRefusal(answer, now, [token]) ?? makeUnavailable(dialect, answer)
}

/** Reads a 429 alone. */
export const readLimit = refusalTable(dialect, [])

export function failureOf(kind: FailureKind, words: Words, answer: OutboundAnswer): Failure {
  return new Failure(kind, words, { platformCode: String(answer.status) })
}

/** The server's own words, if it is the API that speaks and not something before it. */
export function errorOf(answer: OutboundAnswer): string | null {
  const error = asObject(answer.json)?.error
  return typeof error === 'string' && error !== '' ? error : null
}

export function isAboutScope(answer: OutboundAnswer): boolean {
  return /scope/i.test(errorOf(answer) ?? '')
}

/** The answer as an object. @throws Failure `unavailable` */
export function mustBeObject(answer: OutboundAnswer): JsonObject {
  return readObject(dialect, answer)
}
