import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { ConnectIo } from '../connector.ts'
import { type ApiCall, type Dialect, makeRequest, makeUnavailable } from '../kit/json-api.ts'
import { readRefusal } from './refusals.ts'

export const origin = 'https://open.tiktokapis.com'

/** The type of every body; TikTok asks for the charset too. */
export const jsonType = 'application/json; charset=UTF-8'

/**
 * Answers are `{"data": {…}, "error": {"code": "ok", "message": "", "log_id": "…"}}`, a success too, and some refusals come with the
 * status 200. Source: developers.tiktok.com/doc/tiktok-api-v2-error-handling.
 */
export const dialect: Dialect = {
  name: 'TikTok',
  code: (answer) => {
    const code = codeOf(answer)
    return code === 'ok' ? null : code
  },
  words: ({ json }) => textOf(errorOf(json)?.message),
  limitedUntil: () => null,
}

function errorOf(json: OutboundAnswer['json']): JsonObject | null {
  return asObject(asObject(json)?.error)
}

function codeOf({ json }: OutboundAnswer): string | null {
  return textOf(errorOf(json)?.code)
}

/** The data of a success; null for any other answer, whatever its status. */
export function dataOf(answer: OutboundAnswer): JsonObject | null {
  const isFine = answer.status === 200 && codeOf(answer) === 'ok'
  return isFine ? asObject(asObject(answer.json)?.data) : null
}

/** Makes a call of the API that may be repeated, whatever is answered. */
export function askTiktok(
  call: Omit<ApiCall, 'token'>,
  token: string,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  const headers = call.json === undefined ? {} : { 'content-type': jsonType }
  return io.fetch(makeRequest(origin, { ...call, headers, token }))
}

/** Makes a call that may be repeated, and answers its data. @throws Failure unless it succeeds */
export async function callTiktok(
  call: Omit<ApiCall, 'token'>,
  token: string,
  io: ConnectIo,
): Promise<JsonObject> {
  return mustSucceed(await askTiktok(call, token, io), token, io)
}

/** The data of an answer. Anything but a success or a listed refusal is `unavailable`. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, token: string, io: ConnectIo): JsonObject {
  const data = dataOf(answer)
  if (data) return data
  throw readRefusal(dialect, answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}
