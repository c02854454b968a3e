import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type Account, type ConnectIo, Failure } from '../connector.ts'
import { type ApiCall, type Dialect, makeRequest, makeUnavailable, readObject } from '../kit/json-api.ts'
import { readRefusal } from './refusals.ts'
import { type Environment, readSettings, readToken } from './settings.ts'

/** Tokens of the sandbox are of no use at the real network, nor the other way round. */
export const origins: Readonly<Record<Environment, string>> = {
  production: 'https://api.pinterest.com',
  sandbox: 'https://api-sandbox.pinterest.com',
}

export const website = 'https://www.pinterest.com'

/**
 * Errors are `{"code": 50, "message": "…"}`. The words count only beside a code: without one it is the page of somebody else.
 * Source: the schema `Error` of Pinterest’s description of its API.
 */
export const dialect: Dialect = {
  name: 'Pinterest',
  code: (answer) => codeOf(answer),
  words: (answer) => (codeOf(answer) === null ? null : textOf(asObject(answer.json)?.message)),
  limitedUntil,
}

function codeOf({ json }: OutboundAnswer): string | null {
  const code = asObject(json)?.code
  return Number.isSafeInteger(code) ? String(code) : null
}

/**
 * The header says in how many seconds the window ends, that of the narrowest limit first: `7, 7;w=60;name="…"`. It counts from
 * the time of the answer. Source: developers.pinterest.com/docs/reference/rate-limits.
 */
function limitedUntil({ headers }: OutboundAnswer): Date | null {
  const seconds = /^\s*(\d{1,7})\b/.exec(headers['x-ratelimit-reset'] ?? '')?.[1]
  const answeredAt = Date.parse(headers.date ?? '')
  if (seconds === undefined || Number.isNaN(answeredAt)) return null
  return new Date(answeredAt + Number(seconds) * 1_000)
}

/** A token and the address at which it is good. */
export interface Access {
  readonly origin: string
  readonly token: string
}

export function accessOf(account: Pick<Account, 'settings'>, credentials: JsonObject): Access {
  return { origin: origins[readSettings(account).environment], token: readToken(credentials) }
}

/** Makes a call that may be repeated. @throws Failure unless it succeeds */
export async function callPinterest(
  call: Omit<ApiCall, 'token'>,
  access: Access,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  return mustSucceed(await askPinterest(call, access, io), access.token, io)
}

/** The answer to such a call, whatever its status. @throws Failure when none came */
export function askPinterest(
  call: Omit<ApiCall, 'token'>,
  { origin, token }: Access,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  return io.fetch(makeRequest(origin, { ...call, path: `/v5${call.path}`, token }))
}

/** The answer, if it is no refusal. Any other answer is `unavailable`: the call may be repeated. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, token: string, io: ConnectIo): OutboundAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw readRefusal(dialect, answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

/** Whether Pinterest itself says that there is no such thing. */
export function isGone(answer: OutboundAnswer): boolean {
  return answer.status === 404 && dialect.code(answer) !== null
}

export interface Page {
  readonly answer: OutboundAnswer
  readonly items: readonly JsonObject[]
  /** The mark of the page after it; null after the last. */
  readonly bookmark: string | null
}

/** One page of a list. @throws Failure unless all of it can be read */
export async function listFromPinterest(
  path: string,
  query: Readonly<Record<string, string>>,
  access: Access,
  io: ConnectIo,
): Promise<Page> {
  const answer = await callPinterest({ path, query }, access, io)
  const { items, bookmark } = readObject(dialect, answer)
  const listed = isArray(items) ? items.map(asObject) : [null]
  const whole = listed.filter((item) => item !== null)
  // A part of a list shows nothing.
  if (whole.length < listed.length)
    throw new Failure('unavailable', 'Pinterest gave a list that cannot be read.')
  return { answer, items: whole, bookmark: textOf(bookmark) || null }
}

/** The id of a Pin, a board, an account or a medium: digits alone. Null where it is none. */
export function idOf(value: unknown): string | null {
  return typeof value === 'string' && /^\d{1,30}$/.test(value) ? value : null
}
