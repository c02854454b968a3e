import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { word } from '../../lib/text/sentence.ts'
import { type Account, type ConnectIo, Failure, type FetchLimits } from '../connector.ts'
import { type ApiCall, type Dialect, makeRequest, makeUnavailable, readObject } from '../kit/json-api.ts'
import { readRefusal } from './refusals.ts'
import { readSettings, readToken } from './settings.ts'

/**
 * Errors are `{"error": "invalid_post_title"}`, some with a `message`. Everything else comes from something before the server.
 * Source: LemmyErrorType in crates/utils/src/error.rs.
 */
export const dialect: Dialect = {
  name: word('The server'),
  code: ({ json }) => textOf(asObject(json)?.error),
  words: ({ json }) => textOf(asObject(json)?.message),
  limitedUntil: () => null,
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

/** The path of a call of the third version of the API, such as that of `post/list`. */
export function pathOf(call: string): string {
  return `/api/v3/${call}`
}

/** A page of posts brings the whole text of each. */
const within = { timeoutMs: 60_000, maxBytes: 20_000_000 }

/** A call that may be repeated; the answer, whatever it says. @throws Failure when none came */
export function askServer(
  call: ApiCall,
  { instance, token }: Access,
  io: ConnectIo,
  limits: FetchLimits = within,
): Promise<OutboundAnswer> {
  return io.fetch(makeRequest(instance, { ...call, token }), limits)
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

/** A list in an answer, from end to end: a part of one shows nothing. @throws Failure */
export function readList(answer: JsonObject, name: string): JsonObject[] {
  const listed = answer[name]
  const items = isArray(listed) ? listed.map(asObject) : [null]
  const whole = items.filter((item) => item !== null)
  if (whole.length === items.length) return whole
  throw new Failure('unavailable', 'The server gave a list that cannot be read.')
}

/** Whether the server itself says that there is no such thing, in the words of any of its releases. */
export function isMissing(answer: OutboundAnswer): boolean {
  const code = dialect.code(answer)
  return answer.status >= 400 && code !== null && /^(?:not_found|couldnt_find_[a-z]+)$/.test(code)
}
