import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { googleErrorOf, googleReasonIn } from '../kit/google/google-errors.ts'
import { type ApiCall, type Dialect, makeRequest, makeUnavailable, readObject } from '../kit/json-api.ts'
import { readRefusal } from './refusals.ts'

export const origin = 'https://www.googleapis.com'

/**
 * Errors are `{"error": {"errors": [{"reason": "…"}], "message": "…"}}`; newer parts of Google name the reason in `details`.
 * The words may have links in them. Source: developers.google.com/youtube/v3/docs/errors.
 */
export const dialect: Dialect = {
  name: 'YouTube',
  code: (answer) => {
    const error = googleErrorOf(answer)
    return googleReasonIn(error, 'errors') ?? googleReasonIn(error, 'details') ?? textOf(error?.status)
  },
  words: (answer) => textOf(googleErrorOf(answer)?.message)?.replace(/<\/?[a-z][^<>]{0,300}>/gi, '') ?? null,
  limitedUntil: () => null,
}

/** Makes a call that may be repeated. @throws Failure unless it succeeds */
export async function callYoutube(
  call: Omit<ApiCall, 'token'>,
  token: string,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  return mustSucceed(await io.fetch(makeRequest(origin, { ...call, token })), token, io)
}

/** The members of a list of the API. @throws Failure unless all of them can be read */
export async function listFromYoutube(
  path: string,
  query: Readonly<Record<string, string>>,
  token: string,
  io: ConnectIo,
): Promise<{ items: JsonObject[]; nextPage: string | null }> {
  const body = readObject(dialect, await callYoutube({ path: `/youtube/v3/${path}`, query }, token, io))
  // A list without members may come without them.
  const listed = body.items ?? []
  const items = isArray(listed) ? listed.map(asObject) : [null]
  const whole = items.filter((item) => item !== null)
  if (whole.length < items.length) throw makeUnreadable()
  return { items: whole, nextPage: textOf(body.nextPageToken) }
}

/** The answer, if it is no refusal. Any other answer is `unavailable`: the call may be repeated. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, token: string, io: ConnectIo): OutboundAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw readRefusal(dialect, answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

function makeUnreadable(): Failure {
  return new Failure('unavailable', 'YouTube gave a list that cannot be read.')
}
