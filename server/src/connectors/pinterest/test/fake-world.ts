import { asObject, isArray, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'

/** A person at the fake. */
export interface FakePerson {
  readonly id: string
  readonly username: string
  readonly businessName: string | null
}

export const harbour: FakePerson = { id: '2783136121146311751', username: 'harbour', businessName: 'Harbour' }
export const tide: FakePerson = { id: '2783136121146311752', username: 'tide', businessName: null }
export const people: readonly FakePerson[] = [harbour, tide]

export interface FakeBoard {
  readonly id: string
  readonly name: string
  readonly owner: FakePerson
  readonly privacy: 'PUBLIC' | 'PROTECTED' | 'SECRET'
  /** The people who may pin to it besides its owner. */
  readonly shared: readonly FakePerson[]
}

export interface FakeMedium {
  readonly id: string
  readonly owner: FakePerson
  readonly fields: Readonly<Record<string, string>>
  bytes: Buffer | null
  /** When it is processed; null while nothing has been uploaded. */
  readyAt: number | null
}

export interface FakePin {
  readonly id: string
  readonly owner: FakePerson
  readonly boardId: string
  readonly createdAt: string
  readonly kind: 'REGULAR' | 'CAROUSEL' | 'VIDEO'
  readonly pictures: readonly Buffer[]
  /** The video and its cover, by a picture or a moment. */
  readonly video: { readonly medium: FakeMedium; readonly cover: Buffer | number } | null
  title: string | null
  description: string | null
  link: string | null
  altText: string | null
  metrics: JsonObject | null
}

export interface World {
  readonly boards: readonly FakeBoard[]
  readonly media: Map<string, FakeMedium>
  /** Oldest first. */
  readonly pins: FakePin[]
  /** The time in which videos are processed, in milliseconds. */
  processMs: number
  /** Whether videos that are uploaded from now on fail. */
  isFailing: boolean
  /** Whether the app has trial access. */
  isTrial: boolean
  /** Whether times name no zone. */
  hasBareTimes: boolean
  /** Who calls, if they may do this. @throws FakeRefusal */
  access(call: FakeCall, ...scopes: readonly string[]): FakePerson
}

/** An error as the API writes it. */
export function refuse(status: number, code: number, message: string): FakeRefusal {
  return new FakeRefusal(message, { status, json: { code, message } })
}

export function ok(json: Json, status = 200): FakeAnswer {
  return { status, json }
}

/** The content of a call, with no other members than these. @throws FakeRefusal */
export function bodyOf({ body, headers }: FakeCall, members: readonly string[]): JsonObject {
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    throw refuse(400, 1, 'Invalid request: the content must be JSON.')
  try {
    return membersOf(JSON.parse(body.toString()), members)
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse(400, 1, 'Invalid request: the content is no JSON.')
    throw error
  }
}

export function membersOf(json: Json | undefined, members: readonly string[]): JsonObject {
  const object = asObject(json)
  if (!object) throw refuse(400, 1, `Invalid request: ${JSON.stringify(json)} is not of type 'object'`)
  const unknown = Object.keys(object).find((name) => !members.includes(name))
  if (unknown !== undefined) throw refuse(400, 1, `Invalid request: '${unknown}' was unexpected`)
  return object
}

/** A text of up to `max` code points; null where there is none. */
export function textUpTo(json: Json | undefined, max: number, pattern = /^/): string | null {
  if (json === undefined || json === null) return null
  if (typeof json !== 'string') throw refuse(400, 1, `Invalid request: it is not of type 'string'`)
  if ([...json].length > max) throw refuse(400, 1, `Invalid request: constraint: maxLength=${max}`)
  if (!pattern.test(json)) throw refuse(400, 1, `Invalid request: it does not match '${pattern.source}'`)
  return json
}

/** A list of the query as the API pages it: `page_size` of 1 to 250, and a bookmark for what comes after. */
export function pageOf({ url }: FakeCall, known: readonly string[], all: readonly Json[]): FakeAnswer {
  const names = [...url.searchParams.keys()]
  const unknown = names.find((name) => !['page_size', 'bookmark', ...known].includes(name))
  if (unknown !== undefined) throw refuse(400, 1, `Invalid request: ${unknown} is no parameter`)
  const size = url.searchParams.get('page_size') ?? '25'
  if (!/^\d+$/.test(size) || Number(size) < 1 || Number(size) > 250)
    throw refuse(400, 1, 'Invalid request: constraint: maximum=250')
  const bookmark = url.searchParams.get('bookmark') ?? 'after-0'
  const from = Number(/^after-(\d+)$/.exec(bookmark)?.[1] ?? Number.NaN)
  if (Number.isNaN(from)) throw refuse(400, 1, 'Invalid bookmark.')
  const to = from + Number(size)
  return ok({ items: all.slice(from, to), bookmark: to < all.length ? `after-${to}` : null })
}

export function listOf(json: Json | undefined): readonly Json[] {
  if (!isArray(json)) throw refuse(400, 1, `Invalid request: it is not of type 'array'`)
  return json
}

/** A board on which somebody may pin. @throws FakeRefusal */
export function boardFor({ boards }: World, id: string | null, person: FakePerson): FakeBoard {
  const board = boards.find((one) => one.id === id)
  if (!board || (board.privacy === 'SECRET' && board.owner !== person))
    throw refuse(404, 40, 'Board not found.')
  if (board.owner !== person && !board.shared.includes(person))
    throw refuse(403, 7, 'Not authorized to access board or Pin.')
  return board
}
