import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { ConnectIo } from '../connector.ts'
import { type ApiCall, type Dialect, makeRequest, makeUnavailable } from '../kit/json-api.ts'
import { readRefusal } from './refusals.ts'

export const origin = 'https://api.tumblr.com'
export const website = 'https://www.tumblr.com'

/**
 * Errors are `{"meta": {"status": 400, "msg": "Bad Request"}, "errors": [{"title": "…", "code": 8001, "detail": "…"}]}`, and some
 * have no `errors`. A page without `meta` is not Tumblr's. Source: github.com/tumblr/docs, api.md, Response Format and Errors and
 * Error Subcodes.
 */
export const dialect: Dialect = {
  name: 'Tumblr',
  code: ({ json }) => {
    const code = errorIn(json)?.code
    return Number.isSafeInteger(code) ? String(code) : null
  },
  words: (answer) => {
    const meta = metaOf(answer)
    if (meta === null) return null
    const error = errorIn(answer.json)
    return textOf(error?.detail) ?? textOf(error?.title) ?? textOf(meta.msg)
  },
  limitedUntil,
}

/** The envelope of an answer, whose status is that of the answer; null for one that is not Tumblr's. */
function metaOf({ status, json }: OutboundAnswer): JsonObject | null {
  const meta = asObject(asObject(json)?.meta)
  return meta?.status === status && textOf(meta.msg) !== null ? meta : null
}

function errorIn(json: Json): JsonObject | null {
  const errors = asObject(json)?.errors
  return isArray(errors) ? asObject(errors[0]) : null
}

/** The headers say how many calls are left to the app in the hour and in the day, and in how many seconds each ends. */
function limitedUntil({ headers }: OutboundAnswer): Date | null {
  const answeredAt = Date.parse(headers.date ?? '')
  const waits = ['perhour', 'perday'].flatMap((span) => {
    const seconds = /^\d{1,6}$/.exec(headers[`x-ratelimit-${span}-reset`] ?? '')?.[0]
    return headers[`x-ratelimit-${span}-remaining`] === '0' && seconds !== undefined ? [Number(seconds)] : []
  })
  if (waits.length === 0 || Number.isNaN(answeredAt)) return null
  return new Date(answeredAt + Math.max(...waits) * 1_000)
}

/** The path of a blog, by the id that stays when its name changes. */
export function blogPath(blogId: string): string {
  return `/v2/blog/${blogId}`
}

/** The answer to a call that may be repeated, whatever it says. @throws Failure when none came */
export function askTumblr(
  call: Omit<ApiCall, 'token'>,
  token: string,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  return io.fetch(makeRequest(origin, { ...call, token }))
}

/** Makes such a call. @throws Failure unless it succeeds */
export async function callTumblr(
  call: Omit<ApiCall, 'token'>,
  token: string,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  return mustSucceed(await askTumblr(call, token, io), token, io)
}

/** The answer, if it is no refusal. Any other answer is `unavailable`: the call may be repeated. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, token: string, io: ConnectIo): OutboundAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw readRefusal(dialect, answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

/** Whether Tumblr itself says that there is no such thing. */
export function isGone(answer: OutboundAnswer): boolean {
  return answer.status === 404 && dialect.words(answer) !== null
}

/** The content of a good answer; null where it is none. */
export function responseOf({ json }: OutboundAnswer): JsonObject | null {
  return asObject(asObject(json)?.response)
}

/** The id of a post: a number of 64 bits, so a text, or a number where it is small enough. Null where it is none. */
export function idOf(value: Json | undefined): string | null {
  if (Number.isSafeInteger(value) && Number(value) > 0) return String(value)
  return typeof value === 'string' && /^[1-9]\d{0,19}$/.test(value) ? value : null
}

/** The lasting id of a blog, such as `t:0aY0xL2Fi1OFJg4YxpmegQ`. Source: api.md, Blog Unique Identifiers. */
export function blogIdOf(value: Json | undefined): string | null {
  return typeof value === 'string' && /^t:[\w-]{1,64}$/.test(value) ? value : null
}

/** The name of a blog, which may change: the first part of its usual address. Source: api.md, Blog Identifiers. */
export function blogNameOf(value: Json | undefined): string | null {
  return typeof value === 'string' && /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/i.test(value) ? value : null
}
