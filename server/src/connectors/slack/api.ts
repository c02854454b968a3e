import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { type Dialect, makeRequest, makeUnavailable } from '../kit/json-api.ts'
import { readRefusal } from './refusals.ts'

export const origin = 'https://slack.com'

/**
 * Errors are `{"ok": false, "error": "…"}` with status 200, and a missing permission is named in `needed`.
 * Source: docs.slack.dev/apis/web-api/#responses.
 */
export const dialect: Dialect = {
  name: 'Slack',
  code: ({ json }) => codeOf(json),
  words: ({ json }) => {
    const body = asObject(json)
    const code = codeOf(json)
    if (!body || code === null) return null
    const needed = textOf(body.needed)
    const messages = asObject(body.response_metadata)?.messages
    const more = isArray(messages) ? messages.map(textOf).filter((message) => message !== null) : []
    return [code, ...(needed ? [needed] : []), ...more].join('; ')
  },
  limitedUntil: () => null,
}

function codeOf(json: OutboundAnswer['json']): string | null {
  const body = asObject(json)
  return body?.ok === false ? textOf(body.error) : null
}

/** Reads by a method that takes its arguments in the address. @throws Failure unless it succeeds */
export async function readSlack(
  method: string,
  query: Readonly<Record<string, string>>,
  token: string,
  io: ConnectIo,
): Promise<JsonObject> {
  return mustSucceed(await askSlack(method, query, token, io), token, io)
}

/** The answer to such a call, whatever it says. @throws Failure when none came */
export function askSlack(
  method: string,
  query: Readonly<Record<string, string>>,
  token: string,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  return io.fetch(makeRequest(origin, { path: `/api/${method}`, query, token }))
}

/** The answer to a call with a body, which may be repeated, whatever it says. @throws Failure when none came */
export function tellSlack(
  method: string,
  json: JsonObject,
  token: string,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  return io.fetch(makeRequest(origin, { path: `/api/${method}`, headers: jsonType, json, token }))
}

/**
 * Calls a method with its arguments as a form: one that reads no JSON, and whose arguments can be too long for an address.
 * @throws Failure unless it succeeds
 */
export async function fillInSlack(
  method: string,
  form: Readonly<Record<string, string>>,
  token: string,
  io: ConnectIo,
): Promise<JsonObject> {
  const bytes = Buffer.from(new URLSearchParams(form).toString())
  const file = { bytes, size: bytes.length, mimeType: 'application/x-www-form-urlencoded' }
  return mustSucceed(await io.fetch(makeRequest(origin, { path: `/api/${method}`, file, token })), token, io)
}

/** Slack adds a warning to its answer where JSON does not name its letters. */
export const jsonType = { 'content-type': 'application/json; charset=utf-8' }

/** Any answer but a success and a listed refusal is `unavailable`: the call may be repeated. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, token: string, io: ConnectIo): JsonObject {
  const body = asObject(answer.json)
  if (answer.status === 200 && body?.ok === true) return body
  throw readRefusal(dialect, answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

/** Whether Slack itself refuses with one of these codes. */
export function isRefusedAs(answer: OutboundAnswer, ...codes: readonly string[]): boolean {
  const code = answer.status === 200 ? dialect.code(answer) : null
  return code !== null && codes.includes(code)
}

/** The objects of a list in an answer. @throws Failure unless all of it can be read */
export function listIn(body: JsonObject, name: string): JsonObject[] {
  const listed = body[name]
  const items = isArray(listed) ? listed.map(asObject) : [null]
  const read = items.filter((item) => item !== null)
  if (read.length === items.length) return read
  throw new Failure('unavailable', 'Slack gave a list that cannot be read.')
}

/** The mark of the page after this one; null after the last. Source: docs.slack.dev/apis/web-api/pagination. */
export function nextPageOf(body: JsonObject): string | null {
  return textOf(asObject(body.response_metadata)?.next_cursor) || null
}
