import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { ConnectIo, FetchLimits } from '../connector.ts'
import { type ApiCall, type Dialect, makeRequest, makeUnavailable, refusalTable } from '../kit/json-api.ts'
import { readApp } from './app.ts'

export const origin = 'https://api.linkedin.com'
export const website = 'https://www.linkedin.com'

/** Errors are `{"status", "serviceErrorCode", "code", "message"}`, some with a list of what is wrong in place of the code. */
export const dialect: Dialect = {
  name: 'LinkedIn',
  code: ({ json }) => {
    const body = asObject(json)
    const inputErrors = asObject(body?.errorDetails)?.inputErrors
    const first = isArray(inputErrors) ? asObject(inputErrors[0]) : null
    const number = body?.serviceErrorCode
    return textOf(body?.code) ?? textOf(first?.code) ?? (typeof number === 'number' ? String(number) : null)
  },
  words: ({ json }) => textOf(asObject(json)?.message),
  limitedUntil: endOfDayLimit,
}

/** A limit of a day ends at midnight in UTC, by the clock of the server. No header says so. */
function endOfDayLimit({ json, headers }: OutboundAnswer): Date | null {
  const serverNow = Date.parse(headers.date ?? '')
  if (Number.isNaN(serverNow) || !/\bDAY limit\b/i.test(textOf(asObject(json)?.message) ?? '')) return null
  const now = new Date(serverNow)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

export const accessEnded = 'LinkedIn no longer accepts the access. Connect the account again.'
export const versionEnded =
  'LinkedIn no longer serves the version of its API that is set. The operator of this server must set api_version to a newer month.'

/** The codes of a token that is not good. */
export const tokenRefusals = [
  'EMPTY_ACCESS_TOKEN',
  'INVALID_ACCESS_TOKEN',
  'REVOKED_ACCESS_TOKEN',
  'EXPIRED_ACCESS_TOKEN',
  '65600',
  '65601',
  '65602',
].map((code) => `401 ${code}`)

export const versionRefusals = ['426', '426 NONEXISTENT_VERSION', '400 VERSION_MISSING']

// The refusals of calls that may be repeated. commit.ts has a list of its own, where more is at stake.
const readRefusal = refusalTable(dialect, [
  { answers: ['401'], kind: 'unauthorized', text: accessEnded },
  { answers: versionRefusals, kind: 'app_unusable', text: versionEnded },
  { answers: ['400 EXPIRED_UPLOAD_URL'], kind: 'unavailable', text: 'The upload at LinkedIn took too long.' },
  { answers: ['403'], kind: 'forbidden', text: 'LinkedIn does not allow it.', isQuoting: true },
  { answers: ['400', '413', '415', '422'], kind: 'invalid', text: 'LinkedIn refused it.', isQuoting: true },
])

/** The version of the protocol beneath the API. */
export const protocol = { 'x-restli-protocol-version': '2.0.0' } as const

/** The month of the API that the operator has set, for every call. @throws Failure `app_unusable` */
export async function versionHeader(io: ConnectIo): Promise<{ 'linkedin-version': string }> {
  return { 'linkedin-version': readApp(await io.app()).apiVersion }
}

/** One call of the API by its own names, such as `X-RestLi-Method`. */
export type Call = Omit<ApiCall, 'token'>

/** Makes a call that may be repeated. @throws Failure unless it succeeds */
export async function callLinkedin(
  call: Call,
  token: string,
  io: ConnectIo,
  within?: FetchLimits,
): Promise<OutboundAnswer> {
  return mustSucceed(await callLinkedinUnchecked(call, token, io, within), token, io)
}

/** The answer to such a call, whatever its status. @throws Failure when none came */
export async function callLinkedinUnchecked(
  call: Call,
  token: string,
  io: ConnectIo,
  within?: FetchLimits,
): Promise<OutboundAnswer> {
  const headers = { ...protocol, ...(await versionHeader(io)), ...call.headers }
  return io.fetch(makeRequest(origin, { ...call, headers, token }), within)
}

/** The answer, if it is no refusal. Any other answer is `unavailable`: the call may be repeated. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, token: string, io: ConnectIo): OutboundAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw readRefusal(answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

/** The elements of a finder's answer, with null in place of what is no object; null where there is no list. */
export function elementsOf(body: JsonObject): (JsonObject | null)[] | null {
  return isArray(body.elements) ? body.elements.map(asObject) : null
}

/** Where people read a post. */
export function postUrl(urn: string): string {
  return `${website}/feed/update/${encodeURIComponent(urn).replaceAll('%3A', ':')}`
}
