import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, Failure, type FetchLimits } from '../connector.ts'
import { type Dialect, makeRequest, makeUnavailable, type ReadRefusal } from '../kit/json-api.ts'
import { documents } from './documents.ts'
import { refusalsOf } from './refusals.ts'

/** Source: github.com/Hashnode/gql-skill, SKILL.md, "Endpoint". */
export const origin = 'https://gql-beta.hashnode.com'

/**
 * Errors are `{"errors": [{"message": "…", "extensions": {"code": "NOT_FOUND"}, "path": ["post"]}]}` in an answer of status 200.
 * Source: github.com/Hashnode/gql-skill, errors-and-limits.md.
 */
export const dialect: Dialect = {
  name: 'Hashnode',
  code: (answer) => textOf(asObject(errorsIn(answer)[0]?.extensions)?.code),
  words: (answer) => textOf(errorsIn(answer)[0]?.message),
  limitedUntil: () => null,
}

/** The errors of an answer; one that cannot be read is an empty object. */
export function errorsIn({ json }: OutboundAnswer): readonly JsonObject[] {
  const errors = asObject(json)?.errors
  return isArray(errors) ? errors.map((error) => asObject(error) ?? {}) : []
}

/** A call by one of the documents. */
export interface GraphCall {
  readonly document: keyof typeof documents
  readonly variables: JsonObject
}

/** The body and the headers of a call, without access. Apollo, which Hashnode runs, takes the name of a call in a header too. */
export function describeCall({ document, variables }: GraphCall) {
  const query = documents[document].replace(/\s+/g, ' ')
  const name = /^\w+ (\w+)/.exec(query)?.[1] ?? document
  return { json: { query, variables }, headers: { 'x-apollo-operation-name': name } }
}

const readRefusal = refusalsOf(dialect)

/**
 * The data of an answer to a call that may be repeated. Anything but whole data is a refusal of the list, or
 * `unavailable`. @throws Failure
 */
export async function askHashnode(
  call: GraphCall,
  token: string,
  io: ConnectIo,
  { within, refusals = readRefusal }: { within?: FetchLimits; refusals?: ReadRefusal } = {},
): Promise<JsonObject> {
  const answer = await io.fetch(makeRequest(origin, { path: '/', token, ...describeCall(call) }), within)
  const data = asObject(asObject(answer.json)?.data)
  if (answer.status === 200 && data && errorsIn(answer).length === 0) return data
  throw refusals(answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

/** The data of a call about one thing; null where Hashnode knows no such thing. @throws Failure */
export async function unlessGone(call: GraphCall, token: string, io: ConnectIo): Promise<JsonObject | null> {
  try {
    return await askHashnode(call, token, io)
  } catch (error) {
    if (error instanceof Failure && error.platformCode === 'NOT_FOUND') return null
    throw error
  }
}

/** The nodes of a connection, such as the posts of a publication. @throws Failure unless all of them can be read */
export function readNodes(connection: JsonObject | null): JsonObject[] {
  const edges = connection?.edges
  const nodes = isArray(edges) ? edges.map((edge) => asObject(asObject(edge)?.node)) : [null]
  const whole = nodes.filter((node) => node !== null)
  // A part of a list shows nothing.
  if (whole.length === nodes.length) return whole
  throw new Failure('unavailable', 'Hashnode did not show the whole list.')
}
