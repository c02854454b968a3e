import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import { readEpochSeconds } from '../../lib/retry-after.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, Failure, type FetchLimits } from '../connector.ts'
import {
  type ApiCall,
  type Dialect,
  makeRequest,
  makeUnavailable,
  type ReadRefusal,
  type Refusal,
  readObject,
  refusalTable,
} from '../kit/json-api.ts'

export const origin = 'https://api.x.com'
/** The address of profiles, posts and the page on which people sign in. */
export const site = 'https://x.com'

/**
 * Errors are problems of RFC 9457, `{"type", "title", "detail", "status"}`, with a list `errors` or without one. The end of
 * `type` is their code, on whatever host; a problem without a type of its own goes by its title.
 * Source: docs.x.com/x-api/fundamentals/response-codes-and-errors.
 */
export const dialect: Dialect = {
  name: 'X',
  code: ({ json }) => {
    const body = asObject(json)
    const type = textOf(body?.type)?.split('/').at(-1) ?? 'about:blank'
    return type === 'about:blank' || type === '' ? textOf(body?.title) : type
  },
  words: ({ json }) => {
    const body = asObject(json)
    const [first] = errorsOf(body)
    return textOf(body?.detail) ?? textOf(first?.message) ?? textOf(first?.detail)
  },
  limitedUntil: latestReset,
}

/** The members of `errors`, which stand beside data too. */
export function errorsOf(body: JsonObject | null): JsonObject[] {
  const errors = isArray(body?.errors) ? body.errors.map(asObject) : []
  return errors.filter((error) => error !== null)
}

const limits = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour']

/** X counts in several windows at once: the one that opens last of those that are used up. */
function latestReset({ headers }: OutboundAnswer): Date | null {
  const usedUp = limits.filter((name) => Number(headers[`${name}-remaining`] ?? 0) === 0)
  const resets = usedUp.map((name) => readEpochSeconds(headers[`${name}-reset`])).filter((at) => at !== null)
  return resets.length === 0 ? null : new Date(Math.max(...resets.map((at) => at.getTime())))
}

const tokenEnded = 'X no longer accepts the access. Connect the account again.'

/** Refusals that mean the same in answer to every call: they are about the app or the account. */
const everywhere: readonly Refusal[] = [
  { answers: ['401 Unauthorized', '401 invalid-token'], kind: 'unauthorized', text: tokenEnded },
  {
    answers: ['402'],
    says: /^/,
    kind: 'app_unusable',
    text: 'The credits of the app at X are used up, or its spending limit is reached.',
    isQuoting: true,
  },
  {
    answers: [
      '403 client-forbidden',
      '403 client-not-enrolled',
      '403 unsupported-authentication',
      '403 usage-capped',
    ],
    kind: 'app_unusable',
    text: 'X does not let the app do this. The operator must look at it in the console of X.',
    isQuoting: true,
  },
  {
    answers: ['403'],
    says: /\bapp(?:lication)? (?:is|was|has been) suspended\b|\bsuspended app(?:lication)?\b/i,
    kind: 'app_unusable',
    text: 'X has suspended the app.',
    isQuoting: true,
  },
  {
    answers: ['403'],
    says: /\bsuspended\b|temporarily locked|account is not permitted to access this feature/i,
    kind: 'account_blocked',
    text: 'X has suspended or locked this account.',
    isQuoting: true,
  },
]

/** A table of refusals, with those that mean the same everywhere first. A used-up cap is a 429 that no waiting of hours ends. */
export function refusals(rows: readonly Refusal[]): ReadRefusal {
  const read = refusalTable(dialect, [...everywhere, ...rows])
  return (answer, now, secrets) => {
    const platformCode = dialect.code(answer)
    if (answer.status !== 429 || platformCode !== 'usage-capped') return read(answer, now, secrets)
    const text = 'The app has used up its share of X for this month.'
    return new Failure('app_unusable', text, { platformCode })
  }
}

// The refusals of calls that may be repeated. commit.ts has a list of its own, where more is at stake.
const readRefusal = refusals([
  { answers: ['401'], kind: 'unauthorized', text: tokenEnded },
  { answers: ['403'], kind: 'forbidden', text: 'X does not allow it.', isQuoting: true },
  { answers: ['400', '404', '413', '415', '422'], kind: 'invalid', text: 'X refused it.', isQuoting: true },
])

/** Makes a call that may be repeated, and reads its object. @throws Failure unless it succeeds */
export async function callX(
  call: Omit<ApiCall, 'token'>,
  token: string,
  io: ConnectIo,
  within?: FetchLimits,
): Promise<JsonObject> {
  const answer = await io.fetch(makeRequest(origin, { ...call, token }), within)
  return readObject(dialect, mustSucceed(answer, token, io))
}

/** The answer, if it is no refusal. Any other answer is `unavailable`: the call may be repeated. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, token: string, io: ConnectIo): OutboundAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw readRefusal(answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

/** An id, which X writes as a text because it has 64 bits. */
export function idOf(json: Json | undefined): string | null {
  const id = textOf(json)
  return id !== null && /^\d{1,19}$/.test(id) ? id : null
}
