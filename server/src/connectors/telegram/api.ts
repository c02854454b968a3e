import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Account, ConnectIo } from '../connector.ts'
import { type Dialect, makeRequest, makeUnavailable } from '../kit/json-api.ts'
import { readRefusal } from './refusals.ts'
import { readSettings, readToken } from './settings.ts'

/**
 * Errors are `{"ok": false, "error_code": 400, "description": "…"}`. A page without them is not Telegram's.
 * Source: core.telegram.org/bots/api#making-requests.
 */
export const dialect: Dialect = {
  name: 'Telegram',
  code: ({ json }) => codeOf(json),
  words: ({ json }) => (codeOf(json) === null ? null : textOf(asObject(json)?.description)),
  limitedUntil: () => null,
}

function codeOf(json: OutboundAnswer['json']): string | null {
  const body = asObject(json)
  return body?.ok === false && Number.isSafeInteger(body.error_code) ? String(body.error_code) : null
}

/** A server of the Bot API, and the token of a bot, which is a part of every address there. */
export interface Access {
  readonly server: string
  readonly token: string
}

export function accessOf(account: Pick<Account, 'settings'>, credentials: JsonObject): Access {
  return { server: readSettings(account).server, token: readToken(credentials) }
}

/** Calls a method that may be repeated, and answers its result. @throws Failure unless it succeeds */
export async function callTelegram(
  method: string,
  fields: JsonObject,
  access: Access,
  io: ConnectIo,
): Promise<OutboundAnswer['json']> {
  return resultOf(await askTelegram(method, fields, access, io), access, io)
}

/** The answer to such a call, whatever it says. @throws Failure when none came */
export function askTelegram(
  method: string,
  fields: JsonObject,
  { server, token }: Access,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  return io.fetch(makeRequest(server, { path: `/bot${token}/${method}`, json: fields }))
}

/** The result of a call. @throws Failure unless it succeeded */
export function resultOf(answer: OutboundAnswer, access: Access, io: ConnectIo): OutboundAnswer['json'] {
  mustSucceed(answer, access, io)
  return asObject(answer.json)?.result ?? null
}

/** Any answer but a result and a listed refusal is `unavailable`: the call may be repeated. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, { token }: Access, io: ConnectIo): void {
  const body = asObject(answer.json)
  if (answer.status === 200 && body?.ok === true && body.result !== undefined) return
  throw readRefusal(dialect, answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

/** Whether Telegram itself refuses with words such as these. */
export function isSaying(answer: OutboundAnswer, words: RegExp): boolean {
  return words.test(dialect.words(answer) ?? '')
}
