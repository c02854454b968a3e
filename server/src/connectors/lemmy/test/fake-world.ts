import { randomUUID } from 'node:crypto'
import { asObject, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'

export interface FakePerson {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly password: string
  /** The code of the moment; null where the account asks for none. */
  totp: string | null
  isBanned: boolean
  isConfirmed: boolean
}

export interface FakeCommunity {
  readonly id: number
  readonly name: string
  /** The server it is on; null for this one. */
  readonly host: string | null
  readonly languages: readonly number[]
  isRemoved: boolean
  isForModerators: boolean
  readonly banned: Set<number>
}

export interface FakePost {
  readonly id: number
  readonly creatorId: number
  readonly communityId: number
  name: string
  url: string | null
  body: string | null
  altText: string | null
  nsfw: boolean
  languageId: number
  upvotes: number
  isDeleted: boolean
  isRemoved: boolean
  isLocked: boolean
  isFeatured: boolean
  published: string
}

export interface FakeComment {
  readonly id: number
  readonly creatorId: number
  readonly postId: number
  readonly path: string
  content: string
  isDeleted: boolean
  published: string
}

export interface FakeWorld {
  readonly version: string
  readonly people: FakePerson[]
  readonly communities: FakeCommunity[]
  /** Whose sign-in a token is of. */
  readonly sessions: Map<string, number>
  readonly pictures: Map<string, Buffer>
  readonly posts: FakePost[]
  readonly comments: FakeComment[]
  readonly slurs: RegExp
  readonly blocked: RegExp
}

export const isNew = ({ version }: FakeWorld) => version.startsWith('1.')

export const languages = [
  { id: 0, code: 'und', name: 'Undetermined' },
  { id: 32, code: 'de', name: 'Deutsch' },
  { id: 37, code: 'en', name: 'English' },
  { id: 39, code: 'es', name: 'Español' },
]

export function createWorld(version: string): FakeWorld {
  const person = (id: number, name: string, totp: string | null = null): FakePerson => ({
    id,
    name,
    email: `${name}@mail.example`,
    password: `the-password-of-${name}`,
    totp,
    isBanned: false,
    isConfirmed: true,
  })
  const community = (id: number, name: string, more: Partial<FakeCommunity> = {}): FakeCommunity => ({
    id,
    name,
    host: null,
    languages: languages.map((language) => language.id),
    isRemoved: false,
    isForModerators: false,
    banned: new Set(),
    ...more,
  })
  return {
    version,
    people: [person(2, 'harbour'), person(3, 'bob'), person(4, 'careful', '123456')],
    communities: [
      community(5, 'sailing'),
      community(6, 'lighthouses', { host: 'coast.example', languages: [0, 32] }),
      community(7, 'notices', { isForModerators: true }),
      community(8, 'sunken', { isRemoved: true }),
    ],
    sessions: new Map(),
    pictures: new Map(),
    posts: [],
    comments: [],
    slurs: /barnacle-head/i,
    blocked: /spam\.example/,
  }
}

/** A refusal in the server's own words. Source: status_code of LemmyError. */
export function refuse(code: string, message?: string): FakeRefusal {
  const status = code === 'incorrect_login' ? 401 : code === 'not_found' ? 404 : 400
  return new FakeRefusal(code, { status, json: { error: code, ...(message ? { message } : {}) } })
}

/** A thing that is not there, as the releases say it. */
export const missing = (world: FakeWorld, code: string) => refuse(isNew(world) ? 'not_found' : code)

export function tokenFor({ sessions }: FakeWorld, personId: number): string {
  const head = Buffer.from(JSON.stringify({ typ: 'JWT', alg: 'HS256' })).toString('base64url')
  const jwt = `${head}.${Buffer.from(JSON.stringify({ sub: personId })).toString('base64url')}.${randomUUID()}`
  sessions.set(jwt, personId)
  return jwt
}

/** The caller; null for a stranger, whom anybody with a token that is not good is taken for, and anybody who is banned. */
export function callerOf({ sessions, people }: FakeWorld, { headers }: FakeCall): FakePerson | null {
  const id = sessions.get(headers.authorization?.replace(/^Bearer /, '') ?? '')
  return people.find((person) => person.id === id && !person.isBanned) ?? null
}

export function mustBeIn(world: FakeWorld, call: FakeCall): FakePerson {
  const caller = callerOf(world, call)
  if (!caller) throw refuse('incorrect_login')
  return caller
}

/** The JSON of a call, in which the types of members are looked at first. */
export function readBody(
  { headers, body }: FakeCall,
  members: Readonly<Record<string, 'string' | 'number' | 'boolean'>>,
  needed: readonly string[],
): JsonObject {
  if (headers['content-type'] !== 'application/json') throw refuse('unknown', 'Content type error')
  let parsed: Json
  try {
    parsed = JSON.parse(body.toString())
  } catch (error) {
    throw refuse('unknown', `Json deserialize error: ${error instanceof Error ? error.name : ''}`)
  }
  const fields = asObject(parsed)
  if (!fields) throw refuse('unknown', 'Json deserialize error: invalid type')
  for (const name of needed)
    if (fields[name] === undefined)
      throw refuse('unknown', `Json deserialize error: missing field \`${name}\``)
  for (const [name, type] of Object.entries(members)) {
    const value = fields[name] ?? null
    if (value !== null && typeof value !== type)
      throw refuse('unknown', 'Json deserialize error: invalid type')
  }
  return fields
}

export function showPerson({ id, name, isBanned }: FakePerson): JsonObject {
  return {
    id,
    name,
    banned: isBanned,
    deleted: false,
    local: true,
    actor_id: `https://sea.example/u/${name}`,
    avatar: `https://sea.example/pictrs/image/${name}.png`,
    bot_account: false,
    published: '2023-06-12T08:00:00.123456Z',
  }
}

export function showCommunity({ id, name, host, isRemoved, isForModerators }: FakeCommunity): JsonObject {
  return {
    id,
    name,
    title: `All about ${name}`,
    removed: isRemoved,
    deleted: false,
    nsfw: false,
    local: host === null,
    posting_restricted_to_mods: isForModerators,
    actor_id: `https://${host ?? 'sea.example'}/c/${name}`,
  }
}
