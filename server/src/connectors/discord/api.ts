import { asObject, isArray, isObject, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Account, ConnectIo } from '../connector.ts'
import { type ApiCall, type Dialect, makeRequest, makeUnavailable } from '../kit/json-api.ts'
import { readRefusal } from './refusals.ts'
import { readSettings, readToken } from './settings.ts'

export const origin = 'https://discord.com'
/** Source: docs.discord.com/developers/reference, API Versioning. */
export const apiPath = '/api/v10'

/**
 * The form in which a program must name itself: others may be blocked. Crier has no address of its own, so it gives one that
 * leads nowhere (RFC 2606). Source: docs.discord.com/developers/reference, User Agent.
 */
export const agent = { 'user-agent': 'DiscordBot (https://crier.invalid, 1)' } as const

/**
 * Errors are `{"code": 50035, "message": "Invalid Form Body", "errors": {…}}`. A page without them is not Discord's.
 * Source: docs.discord.com/developers/reference, Error Messages.
 */
export const dialect: Dialect = {
  name: 'Discord',
  code: ({ json }) => codeOf(json),
  words: ({ json }) => {
    const body = asObject(json)
    if (codeOf(json) === null) return null
    const details = detailsIn(body?.errors ?? null, 0)
    return [textOf(body?.message) ?? '', ...details].join(' ')
  },
  limitedUntil: () => null,
}

function codeOf(json: OutboundAnswer['json']): string | null {
  const body = asObject(json)
  return Number.isSafeInteger(body?.code) && textOf(body?.message) !== null ? String(body?.code) : null
}

const deepest = 10
const mostDetails = 3

/** The sentences about single fields, which lie as deep as their fields do. */
function detailsIn(errors: Json, depth: number): string[] {
  if (!isObject(errors) || depth > deepest) return []
  const here = isArray(errors._errors) ? errors._errors.map((error) => textOf(asObject(error)?.message)) : []
  const below = Object.values(errors).flatMap((inner) => detailsIn(inner, depth + 1))
  return [...here.filter((words) => words !== null), ...below].slice(0, mostDetails)
}

/** The bot or the webhook in whose name a call is made. A webhook's token is a part of its addresses. */
export type Access =
  | { readonly sender: 'bot'; readonly token: string }
  | { readonly sender: 'webhook'; readonly id: string; readonly token: string }

export function accessOf(account: Pick<Account, 'settings'>, credentials: JsonObject): Access {
  const settings = readSettings(account)
  const token = readToken(settings, credentials)
  return settings.sender === 'bot'
    ? { sender: 'bot', token }
    : { sender: 'webhook', id: settings.senderId, token }
}

/** The header with the token of a bot; a webhook has none. */
export function headersOf(access: Access): Record<string, string> {
  return access.sender === 'bot' ? { authorization: `Bot ${access.token}` } : {}
}

/** The path of a webhook itself. */
export function webhookPath({ id, token }: { readonly id: string; readonly token: string }): string {
  return `/webhooks/${encodeURIComponent(id)}/${encodeURIComponent(token)}`
}

/** The path of a message, as the account may reach it. */
export function messagePath(account: Pick<Account, 'settings'>, access: Access, messageId: string): string {
  const { channelId } = readSettings(account)
  const place = access.sender === 'bot' ? `/channels/${encodeURIComponent(channelId)}` : webhookPath(access)
  return `${place}/messages/${encodeURIComponent(messageId)}`
}

/** The answer to a call that may be repeated, whatever it says. @throws Failure when none came */
export function askDiscord(
  call: Pick<ApiCall, 'method' | 'path' | 'query' | 'json'>,
  access: Access,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  const headers = { ...agent, ...headersOf(access) }
  return io.fetch(makeRequest(origin, { ...call, path: `${apiPath}${call.path}`, headers }))
}

/** Makes such a call. @throws Failure unless it succeeds */
export async function callDiscord(
  call: Parameters<typeof askDiscord>[0],
  access: Access,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  return mustSucceed(await askDiscord(call, access, io), access, io)
}

/** The answer, if it is no refusal. Any other answer is `unavailable`: the call may be repeated. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, { token }: Access, io: ConnectIo): OutboundAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw readRefusal(dialect, answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

/** The id of a thing, a snowflake; null where there is none. Source: docs.discord.com/developers/reference, Snowflakes. */
export function idOf(value: Json | undefined): string | null {
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? value : null
}
