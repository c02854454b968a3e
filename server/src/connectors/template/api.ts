import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { ConnectIo } from '../connector.ts'
import { type ApiCall, type Dialect, makeRequest, makeUnavailable, refusalTable } from '../kit/json-api.ts'

export const origin = 'https://api.perch.example'

/** Errors are `{"error": {"code": "…", "message": "…"}}`. */
export const dialect: Dialect = {
  name: 'Perch',
  code: (answer) => textOf(errorOf(answer)?.code),
  words: (answer) => textOf(errorOf(answer)?.message),
  limitedUntil: () => null,
}

export const tokenEnded = 'Perch no longer accepts the access token. Connect the account again.'

// The refusals of calls that may be repeated. commit.ts has a list of its own, where more is at stake.
const readRefusal = refusalTable(dialect, [
  { answers: ['401'], kind: 'unauthorized', text: tokenEnded },
  { answers: ['403'], kind: 'forbidden', text: 'Perch does not allow it.', isQuoting: true },
  { answers: ['400', '413', '415', '422'], kind: 'invalid', text: 'Perch refused it.', isQuoting: true },
])

/** Makes a call that may be repeated. @throws Failure unless it succeeds */
export async function callPerch(
  call: Omit<ApiCall, 'token'>,
  token: string,
  io: ConnectIo,
): Promise<OutboundAnswer> {
  return mustSucceed(await io.fetch(makeRequest(origin, { ...call, token })), token, io)
}

/** The answer, if it is no refusal. Any other answer is `unavailable`: the call may be repeated. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, token: string, io: ConnectIo): OutboundAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw readRefusal(answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

function errorOf({ json }: OutboundAnswer): JsonObject | null {
  return asObject(asObject(json)?.error)
}
