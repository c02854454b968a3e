import { asObject, type JsonObject } from '../../lib/json/json.ts'
import { readIsoTime, readRetryAfter } from '../../lib/retry-after.ts'
import type { OutboundAnswer, OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import { cleanLine } from '../../lib/text/clean-text.ts'
import { cutText } from '../../lib/text/graphemes.ts'
import { Failure, type FailureKind } from '../connector.ts'

/** A call that reads: `path` with its query, on the account's own server. */
export function reading(instance: string, path: string, token: string | null): OutboundRequest {
  const url = new URL(path, instance).href
  return { method: 'GET', url, headers: { ...plainHeaders, ...(token ? bearer(token) : {}) }, body: null }
}

/** Errors have no codes, only words, so they are asked for in one language. */
export const plainHeaders = { accept: 'application/json', 'accept-language': 'en' } as const

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

/**
 * The meaning of a refusal of a call that may be repeated: reading, uploading, asking how far a medium is. Any other
 * answer is `unavailable`.
 */
export function failureOfCall(answer: OutboundAnswer, now: Date, token: string): Failure {
  const limited = rateLimited(answer, now)
  if (limited) return limited
  switch (answer.status) {
    case 401:
      return fail(
        'unauthorized',
        'The server no longer accepts the access token. Connect the account again.',
        answer,
      )
    case 403:
      return isAboutScope(answer)
        ? fail('unauthorized', needsScope, answer)
        : fail('forbidden', `The server does not allow it.${saidBy(answer, token)}`, answer)
    case 400:
    case 413:
    case 415:
    case 422:
      return fail('invalid', `The server refused it.${saidBy(answer, token)}`, answer)
    default:
      return fail('unavailable', `The server could not do it this time (status ${answer.status}).`, answer)
  }
}

export const needsScope =
  'The access token does not allow this. Create one with the scopes read and write, and connect the account again.'

export function fail(kind: FailureKind, message: string, answer: OutboundAnswer): Failure {
  return new Failure(kind, message, { platformCode: String(answer.status) })
}

/** A 429 is given before anything is done, with or without words; the end of the limit is an ISO 8601 time. */
export function rateLimited(answer: OutboundAnswer, now: Date): Failure | null {
  if (answer.status !== 429) return null
  return new Failure('rate_limited', 'The server asks us to wait: too many requests.', {
    platformCode: '429',
    retryAfterMs: readRetryAfter(answer, now, readIsoTime(answer.headers['x-ratelimit-reset'])),
  })
}

/** The server's own words, if it is the API that speaks and not something before it. */
export function errorOf(answer: OutboundAnswer): string | null {
  const error = asObject(answer.json)?.error
  return typeof error === 'string' && error !== '' ? error : null
}

export function isAboutScope(answer: OutboundAnswer): boolean {
  return /scope/i.test(errorOf(answer) ?? '')
}

/** The server's sentence: one line, of bounded length, and never with our token in it. */
export function saidBy(answer: OutboundAnswer, token: string): string {
  const words = cleanLine(errorOf(answer) ?? '').replaceAll(token, '[secret]')
  return words === '' ? '' : ` It said: ${cutText(words, 300)}`
}

/** The answer as an object. @throws Failure `unavailable` if it is none: another server stands there, or a page. */
export function mustBeObject(answer: OutboundAnswer): JsonObject {
  const object = asObject(answer.json)
  if (!object) throw fail('unavailable', 'The server gave an answer that cannot be read.', answer)
  return object
}
