import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer, OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import { type Words, word } from '../../lib/text/sentence.ts'
import { type Account, type ConnectIo, Failure, type FetchLimits } from '../connector.ts'
import { type Dialect, makeRequest, makeUnavailable, readObject } from '../kit/json-api.ts'
import { readRefusal } from './refusals.ts'
import { readSettings, readToken } from './settings.ts'

/**
 * Errors are `{"error": {"message": "…", "code": "NO_SUCH_FILE", "id": "…", "kind": "client", "info": {…}}}`. Everything else
 * comes from something before the server. Firefish says `AUTHENTICATION_FAILED` without the `error` around it. Sources:
 * ApiCallService of Misskey, which also sets `info.resetMs` of a limit, and api-handler.ts of Firefish.
 */
export const dialect: Dialect = {
  name: word('The server'),
  code: ({ json }) => textOf(errorIn(json)?.code),
  words: ({ json }) => textOf(errorIn(json)?.message),
  limitedUntil: ({ json }) => readResetTime(asObject(errorIn(json)?.info)?.resetMs),
}

function errorIn(json: OutboundAnswer['json']): JsonObject | null {
  const body = asObject(json)
  const error = asObject(body?.error) ?? (textOf(body?.message) === null ? null : body)
  return error && textOf(error.code) !== null ? error : null
}

function readResetTime(resetMs: Json | undefined): Date | null {
  const isTime = typeof resetMs === 'number' && resetMs > 0 && resetMs < 8.64e15
  return isTime ? new Date(resetMs) : null
}

/** A server and the token that calls to it carry; null for calls of a stranger. */
export interface Access {
  readonly instance: string
  readonly token: string | null
}

export function accessOf(
  account: Pick<Account, 'settings'>,
  credentials: JsonObject,
): Access & { token: string } {
  return { instance: readSettings(account).instance, token: readToken(credentials) }
}

/** The address of an endpoint, such as that of `notes/create`. */
export function addressOf(instance: string, endpoint: string): string {
  return new URL(`/api/${endpoint}`, instance).href
}

/**
 * A call of an endpoint. Each takes JSON by POST, and the token in the header, so that it is in no stored body. Source:
 * misskey-hub.net/en/docs/for-developers/api, and Misskey's pull request 11052, in the release 13.14.0.
 */
function endpointRequest(endpoint: string, json: JsonObject, access: Access): OutboundRequest {
  const { instance, token } = access
  return makeRequest(instance, { path: `/api/${endpoint}`, token, json })
}

/** Calls an endpoint that may be called again; the answer, whatever it says. @throws Failure when none came */
export function askServer(
  endpoint: string,
  json: JsonObject,
  access: Access,
  io: ConnectIo,
  within?: FetchLimits,
): Promise<OutboundAnswer> {
  return io.fetch(endpointRequest(endpoint, json, access), within)
}

/** The meaning of a refusal of a call that may be repeated. Any answer that no list names is `unavailable`. */
export function failureOfCall(
  answer: OutboundAnswer,
  { token }: Access,
  io: Pick<ConnectIo, 'now'>,
): Failure {
  return (
    readRefusal(dialect, answer, io.now(), token === null ? [] : [token]) ?? makeUnavailable(dialect, answer)
  )
}

/** The answer as an object. @throws Failure unless the call succeeded */
export function readSuccess(answer: OutboundAnswer, access: Access, io: Pick<ConnectIo, 'now'>): JsonObject {
  if (answer.status !== 200) throw failureOfCall(answer, access, io)
  return readObject(dialect, answer)
}

/**
 * The answer as a list of objects with ids, from end to end: a part of one shows nothing.
 * @param unread the sentence for an answer that is none
 * @throws Failure
 */
export function readList(
  answer: OutboundAnswer,
  unread: Words,
  access: Access,
  io: Pick<ConnectIo, 'now'>,
): JsonObject[] {
  if (answer.status !== 200) throw failureOfCall(answer, access, io)
  const items = isArray(answer.json) ? answer.json.map(asObject) : [null]
  const whole = items.filter((item) => item !== null && textOf(item.id) !== null)
  if (whole.length < items.length) throw new Failure('unavailable', unread)
  return whole.filter((item) => item !== null)
}

/** Whether the API itself refuses with one of these codes. */
export function isCode(answer: OutboundAnswer, ...codes: readonly string[]): boolean {
  const code = dialect.code(answer)
  return answer.status >= 400 && code !== null && codes.includes(code)
}
