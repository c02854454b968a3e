import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { word } from '../../lib/text/sentence.ts'
import { type Account, type ConnectIo, Failure, type FetchLimits } from '../connector.ts'
import { type ApiCall, type Dialect, makeRequest, makeUnavailable, readObject } from '../kit/json-api.ts'
import { readRefusal } from './refusals.ts'
import { readKey, readSettings } from './settings.ts'

/**
 * Errors are `{"error": "…", "status": 422}`. Everything else comes from something before the community. Source:
 * Api::V1::ApiController of Forem.
 */
export const dialect: Dialect = {
  name: word('The community'),
  code: (answer) => (wordsIn(answer) === null ? null : String(answer.status)),
  words: wordsIn,
  limitedUntil: () => null,
}

function wordsIn({ json }: OutboundAnswer): string | null {
  const body = asObject(json)
  return typeof body?.status === 'number' ? textOf(body.error) : null
}

/** A community, and the key that calls to it carry. */
export interface Access {
  readonly instance: string
  readonly apiKey: string
}

export function accessOf(account: Pick<Account, 'settings'>, credentials: JsonObject): Access {
  return { instance: readSettings(account).instance, apiKey: readKey(credentials) }
}

/** The header that gives access. Source: developers.forem.com/api/v1, Authentication. */
export function keyHeader({ apiKey }: Pick<Access, 'apiKey'>): { 'api-key': string } {
  return { 'api-key': apiKey }
}

/** Without it a community may answer by an older version. Source: developers.forem.com/api/v1, Headers. */
export const accept = 'application/vnd.forem.api-v1+json'

/** A call that may be repeated, as the owner of the key; the answer, whatever it says. @throws Failure when none came */
export function askCommunity(
  call: ApiCall,
  access: Access,
  io: ConnectIo,
  within?: FetchLimits,
): Promise<OutboundAnswer> {
  const headers = { accept, ...keyHeader(access) }
  return io.fetch(makeRequest(access.instance, { ...call, headers }), within)
}

/** Any answer but a success and a listed refusal is `unavailable`: the call may be repeated. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, access: Access, io: ConnectIo): void {
  if (answer.status === 200 || answer.status === 201) return
  throw readRefusal(dialect, answer, io.now(), [access.apiKey]) ?? makeUnavailable(dialect, answer)
}

/** The answer as an object. @throws Failure unless the call succeeded */
export function readSuccess(answer: OutboundAnswer, access: Access, io: ConnectIo): JsonObject {
  mustSucceed(answer, access, io)
  return readObject(dialect, answer)
}

/** The answer as a list of objects: a part of one shows nothing. @throws Failure unless the call succeeded */
export function readList(answer: OutboundAnswer, access: Access, io: ConnectIo): JsonObject[] {
  mustSucceed(answer, access, io)
  const items = isArray(answer.json) ? answer.json.map(asObject) : [null]
  const whole = items.filter((item) => item !== null)
  if (whole.length === items.length) return whole
  throw new Failure('unavailable', 'The community did not show the articles of the account.')
}

/** Whether the community itself says that there is no such article. */
export function isGone(answer: OutboundAnswer): boolean {
  return answer.status === 404 && wordsIn(answer) !== null
}
