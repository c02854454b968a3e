import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { googleDetailOf, googleErrorOf, googleReasonIn } from '../kit/google/google-errors.ts'
import { type ApiCall, type Dialect, makeRequest, makeUnavailable, readObject } from '../kit/json-api.ts'
import { readRefusal } from './refusals.ts'

/** Posts are in the older API alone; accounts and locations have newer ones. */
export const origins = {
  posts: 'https://mybusiness.googleapis.com',
  accounts: 'https://mybusinessaccountmanagement.googleapis.com',
  locations: 'https://mybusinessbusinessinformation.googleapis.com',
} as const

/** The fault of a post is in a detail; the message beside it is the same for all of them. */
export const dialect: Dialect = {
  name: 'Google',
  code: (answer) => {
    const error = googleErrorOf(answer)
    return googleReasonIn(error, 'details') ?? textOf(error?.status)
  },
  words: (answer) => {
    const error = googleErrorOf(answer)
    return validationIn(error) ?? textOf(error?.message)
  },
  limitedUntil,
}

/** Source: developers.google.com/my-business/reference/rest/Shared.Types/ValidationError. */
function validationIn(error: JsonObject | null): string | null {
  const listed = googleDetailOf(error, 'ValidationError')?.errorDetails
  const messages = isArray(listed) ? listed.map((each) => textOf(asObject(each)?.message)) : []
  return messages.filter((message) => message !== null).join(' ') || null
}

/** The time to wait is a detail, such as `30s`. It counts from the time of the answer. */
function limitedUntil(answer: OutboundAnswer): Date | null {
  const delay = textOf(googleDetailOf(googleErrorOf(answer), 'RetryInfo')?.retryDelay)
  const seconds = /^(\d{1,7}(?:\.\d{1,9})?)s$/.exec(delay ?? '')?.[1]
  const answeredAt = Date.parse(answer.headers.date ?? '')
  if (seconds === undefined || Number.isNaN(answeredAt)) return null
  return new Date(answeredAt + Math.ceil(Number(seconds) * 1_000))
}

/** Makes a call that may be repeated. @throws Failure unless it succeeds */
export async function callGoogle(
  origin: string,
  call: Omit<ApiCall, 'token'>,
  token: string,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  return mustSucceed(await askGoogle(origin, call, token, io), token, io)
}

/** The answer to such a call, whatever its status. @throws Failure when none came */
export function askGoogle(
  origin: string,
  call: Omit<ApiCall, 'token'>,
  token: string,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  return io.fetch(makeRequest(origin, { ...call, token }))
}

/** The answer, if it is no refusal. Any other answer is `unavailable`: the call may be repeated. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, token: string, io: ConnectIo): OutboundAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw readRefusal(dialect, answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

/** Whether Google itself says that there is no such thing. */
export function isGone(answer: OutboundAnswer): boolean {
  return answer.status === 404 && textOf(googleErrorOf(answer)?.status) === 'NOT_FOUND'
}

export interface Page {
  readonly answer: OutboundAnswer
  readonly items: readonly JsonObject[]
  /** The mark of the page after it; null after the last. */
  readonly next: string | null
}

/** One page of a list, whose members stand under `name`. @throws Failure unless all of it can be read */
export async function listFromGoogle(
  origin: string,
  { path, query, name }: { path: string; query: Readonly<Record<string, string>>; name: string },
  token: string,
  io: ConnectIo,
): Promise<Page> {
  const answer = await callGoogle(origin, { path, query }, token, io)
  const body = readObject(dialect, answer)
  // A list without members comes without them.
  const listed = body[name] ?? []
  const items = isArray(listed) ? listed.map(asObject) : [null]
  const whole = items.filter((item) => item !== null)
  // A part of a list shows nothing.
  if (whole.length < items.length) throw new Failure('unavailable', 'Google gave a list that cannot be read.')
  return { answer, items: whole, next: textOf(body.nextPageToken) || null }
}
