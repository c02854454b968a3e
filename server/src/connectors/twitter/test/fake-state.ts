import { asObject, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'

/** Everything that the fake knows. */
export interface World {
  readonly posts: FakePost[]
  readonly media: Map<string, Medium>
  /** How long uploads are processed from now on. */
  processMs: number
  /** How the next medium is said to be broken; null where it is not. */
  broken: string | null
  isSuspended: boolean
  subscription: string | null
  /** For how long equal words are refused. */
  readonly remembersMs: number
  lastId: bigint
}

export interface FakePost {
  readonly id: string
  readonly author: string
  readonly text: string
  readonly mediaIds: readonly string[]
  readonly replyTo: string | null
  readonly createdAt: Date
  /** Everything that was sent. */
  readonly fields: JsonObject
}

export interface Medium {
  readonly id: string
  readonly category: string
  readonly mimeType: string
  readonly totalBytes: number
  readonly segments: Map<number, Buffer>
  bytes: Buffer
  isFinal: boolean
  readyAt: number
  error: string | null
  altText: string
}

export const alice = { id: '2244994945', username: 'alice', name: 'Alice' }
const bob = { id: '783214', username: 'bob', name: 'Bob' }
export const people = [alice, bob]

const epoch = 1_288_834_974_657

/** An id as X gives them: the time, and a count within it. */
export function newId(world: World): string {
  const now = BigInt(Date.now() - epoch) << 22n
  world.lastId = now > world.lastId ? now : world.lastId + 1n
  return String(world.lastId)
}

/** A problem of RFC 9457, as X writes them. */
export function problem(status: number, type: string, title: string, detail: string): FakeRefusal {
  const address = type === 'about:blank' ? type : `https://api.x.com/2/problems/${type}`
  return new FakeRefusal(detail, { status, json: { title, type: address, status, detail } })
}

export function invalid(detail: string): FakeRefusal {
  const json = {
    errors: [{ message: detail, parameters: {} }],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: 'https://api.x.com/2/problems/invalid-request',
  }
  return new FakeRefusal(detail, { status: 400, json })
}

/** A 403 without a type of its own, which most refusals of a post are. */
export function notPermitted(detail: string): FakeRefusal {
  return problem(403, 'about:blank', 'Forbidden', detail)
}

/** The body, which must be JSON and have these members alone. */
export function readJson({ headers, body }: FakeCall, members: readonly string[]): JsonObject {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw invalid('The body must be JSON')
  const parsed: Json = parse(body)
  const object = asObject(parsed)
  if (!object) throw invalid('The body must be an object')
  return only(object, members)
}

/** @throws FakeRefusal for a member that the description of the API does not name */
export function only(object: JsonObject, members: readonly string[]): JsonObject {
  const strange = Object.keys(object).find((name) => !members.includes(name))
  if (strange !== undefined) throw invalid(`$.${strange}: is not defined in the schema`)
  return object
}

function parse(body: Buffer): Json {
  try {
    return JSON.parse(body.toString())
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('The body is not JSON')
    throw error
  }
}
