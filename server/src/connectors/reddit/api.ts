import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type Account, type ConnectIo, Failure } from '../connector.ts'
import { type Dialect, makeRequest, makeUnavailable, readObject } from '../kit/json-api.ts'
import { origin } from './names.ts'
import { readRefusal } from './refusals.ts'
import { readSettings, readToken } from './settings.ts'

/**
 * Refusals of a form are answers of the status 200 with `{"json": {"errors": [["CODE", "words", "field"]]}}`; others have their
 * status with `{"message": "…", "error": 403}` or `{"reason": "CODE", "explanation": "…"}`. Words count only in these forms:
 * others are the page of somebody else.
 */
export const dialect: Dialect = {
  name: 'Reddit',
  code: (answer) => {
    const [first] = errorsIn(answer) ?? []
    if (first) return first.code
    if (/insufficient_scope/i.test(answer.headers['www-authenticate'] ?? '')) return 'insufficient_scope'
    return textOf(asObject(answer.json)?.reason)
  },
  words: (answer) => {
    const errors = errorsIn(answer) ?? []
    if (errors.length > 0) return errors.map(({ words }) => words).join(' ')
    const { error, reason, explanation, message } = asObject(answer.json) ?? {}
    const isOwn = error === answer.status || textOf(reason) !== null
    return isOwn ? (textOf(explanation) ?? textOf(message)) : null
  },
  limitedUntil,
}

/** The errors of a form, an empty list where it was taken; null for an answer that is none to a form. */
export function errorsIn({ json }: OutboundAnswer): { code: string; words: string }[] | null {
  const errors = asObject(asObject(json)?.json)?.errors
  if (!isArray(errors)) return null
  return errors.map((error) => {
    const [code, words] = isArray(error) ? error.map(textOf) : []
    return { code: code ?? 'UNKNOWN', words: words ?? '' }
  })
}

/** The seconds to the end of the window, which may be a fraction. They count from the time of the answer. */
function limitedUntil({ headers }: OutboundAnswer): Date | null {
  const seconds = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*$/.exec(headers['x-ratelimit-reset'] ?? '')?.[1]
  const answeredAt = Date.parse(headers.date ?? '')
  if (seconds === undefined || Number.isNaN(answeredAt)) return null
  return new Date(answeredAt + Math.ceil(Number(seconds) * 1_000))
}

/** A token, and the name under which it is used. */
export interface Access {
  readonly token: string
  readonly userAgent: string
}

export function accessOf(account: Pick<Account, 'settings'>, credentials: JsonObject): Access {
  return { token: readToken(credentials), userAgent: readSettings(account).userAgent }
}

interface RedditCall {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Makes it a POST. */
  readonly form?: Readonly<Record<string, string>>
}

/** The answer to a call that may be repeated, whatever its status. @throws Failure when none came */
export function askReddit(
  { path, query, form }: RedditCall,
  { token, userAgent }: Access,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  const bytes = form && Buffer.from(new URLSearchParams(form).toString())
  const file = bytes && { bytes, size: bytes.length, mimeType: 'application/x-www-form-urlencoded' }
  // Without raw_json, texts come with `&lt;` in place of `<`.
  const asked = { path, query: { ...query, raw_json: '1' }, headers: { 'user-agent': userAgent }, token }
  return io.fetch(makeRequest(origin, { ...asked, file }))
}

/** Makes a call that may be repeated. @throws Failure unless it succeeds */
export async function callReddit(call: RedditCall, access: Access, io: ConnectIo): Promise<OutboundAnswer> {
  return mustSucceed(await askReddit(call, access, io), access.token, io)
}

/** The answer, if it is no refusal. Any other answer is `unavailable`: the call may be repeated. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, token: string, io: ConnectIo): OutboundAnswer {
  const isTaken = answer.status >= 200 && answer.status < 300
  if (isTaken && (errorsIn(answer) ?? []).length === 0) return answer
  throw readRefusal(dialect, answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

/** The things of one page of a list, the newest first. @throws Failure unless all of it can be read */
export async function listFromReddit(
  path: string,
  query: Readonly<Record<string, string>>,
  access: Access,
  io: ConnectIo,
): Promise<{ answer: OutboundAnswer; things: readonly JsonObject[]; after: string | null }> {
  const answer = await callReddit({ path, query }, access, io)
  const data = asObject(readObject(dialect, answer).data)
  const things = data && isArray(data.children) ? data.children.map(dataOf) : [null]
  const whole = things.filter((thing) => thing !== null)
  // A part of a list shows nothing.
  if (whole.length < things.length)
    throw new Failure('unavailable', 'Reddit gave a list that cannot be read.')
  return { answer, things: whole, after: textOf(data?.after) || null }
}

/** The content of a thing, which stands beside its kind. */
export function dataOf(thing: Json | undefined): JsonObject | null {
  return asObject(asObject(thing)?.data)
}
