import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts'
import { readRetryAfter } from '../../lib/retry-after.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { cutText } from '../../lib/text/graphemes.ts'
import { type ConnectIo, Failure, type FailureKind } from '../connector.ts'

/** Stands for the listener of the pretend network in whichever process works. */
export const origin = 'http://sandbox.internal'

/**
 * Every refusal that is certain to have had no effect, by status and code. Any other answer may have taken effect.
 */
const refusals: Readonly<Record<string, FailureKind>> = {
  '400 body_unreadable': 'invalid',
  '400 grant_invalid': 'invalid',
  '401 token_invalid': 'unauthorized',
  '403 account_blocked': 'account_blocked',
  '403 not_offered': 'forbidden',
  '403 not_readable': 'forbidden',
  '413 too_large': 'invalid',
  '415 media_type_unknown': 'invalid',
  '415 not_json': 'invalid',
  '422 alt_text_too_long': 'invalid',
  '422 body_invalid': 'invalid',
  '422 channel_not_found': 'invalid',
  '422 cover_invalid': 'invalid',
  '422 empty': 'invalid',
  '422 language_invalid': 'invalid',
  '422 media_mixed': 'invalid',
  '422 media_not_found': 'invalid',
  '422 media_not_ready': 'invalid',
  '422 media_repeated': 'invalid',
  '422 media_type_mismatch': 'invalid',
  // The server may be reachable in a while.
  '422 media_unreachable': 'unavailable',
  '422 name_empty': 'invalid',
  '422 poll_invalid': 'invalid',
  '422 refused': 'invalid',
  '422 reply_to_not_found': 'invalid',
  '422 text_invalid': 'invalid',
  '422 text_too_long': 'invalid',
  '422 thread_too_long': 'invalid',
  '422 too_many_media': 'invalid',
  '429 rate_limited': 'rate_limited',
}

/** The failure a listed refusal means; null for any other answer. */
export function refusalOf(answer: OutboundAnswer): Failure | null {
  const error = member(answer.json, 'error')
  const code = member(error, 'code')
  const kind = typeof code === 'string' ? refusals[`${answer.status} ${code}`] : undefined
  return kind && typeof code === 'string' ? failureOf(kind, code, answer) : null
}

/** A call that may be repeated. Null for 404. @throws Failure */
export async function call(
  io: ConnectIo,
  token: string | null,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body: { type: string; content: string | ReadableStream<Uint8Array> } | null = null,
): Promise<JsonObject | null> {
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === null ? {} : { 'content-type': body.type }),
  }
  const answer = await io.fetch({ method, url: `${origin}${path}`, headers, body: body?.content ?? null })
  if (answer.status >= 200 && answer.status < 300) return isObject(answer.json) ? answer.json : {}
  if (answer.status === 404) return null
  throw (
    refusalOf(answer) ??
    new Failure('unavailable', `The sandbox answered ${answer.status} to ${method} ${path}.`)
  )
}

/** A call that may be repeated, to something that must be there. @throws Failure */
export async function callFor(...args: Parameters<typeof call>): Promise<JsonObject> {
  const found = await call(...args)
  if (found) return found
  throw new Failure('unavailable', `The sandbox has nothing at ${args[3]}.`)
}

/** The credential of an account. @throws Failure when there is none */
export function tokenOf(credentials: JsonObject): string {
  const { token } = credentials
  if (typeof token === 'string') return token
  throw new Failure('unauthorized', 'This sandbox account has no token.')
}

/** A member of an object that must be a text. @throws Failure */
export function textOf(object: JsonObject, name: string): string {
  const value = object[name]
  if (typeof value === 'string') return value
  throw new Failure('unavailable', `The sandbox answered without ${name}.`)
}

export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? value[name] : undefined
}

function failureOf(kind: FailureKind, code: string, answer: OutboundAnswer): Failure {
  const message = member(member(answer.json, 'error'), 'message')
  const detail = typeof message === 'string' ? cutText(message, 300) : `The sandbox refused it: ${code}.`
  const retryAfterMs = kind === 'rate_limited' ? readRetryAfter(answer, new Date()) : null
  return new Failure(kind, detail, { platformCode: code, retryAfterMs })
}
