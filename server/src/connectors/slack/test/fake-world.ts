import { randomBytes } from 'node:crypto'
import { asObject, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'
import { wantedScopes } from '../app.ts'

/** A message as the channel holds it. */
export interface FakeMessage {
  readonly ts: string
  readonly channelId: string
  readonly user: string
  /** As it came, with Slack's own marks in it. */
  text: string
  readonly threadTs: string | null
  readonly isBroadcast: boolean
  readonly metadata: JsonObject | null
  readonly files: readonly string[]
  /** The arguments of the call that made it. */
  readonly made: JsonObject
  reactions: readonly JsonObject[]
}

export interface FakeChannel {
  readonly id: string
  name: string
  readonly isPrivate: boolean
  isArchived: boolean
  isMember: boolean
}

export interface FakeFile {
  readonly id: string
  readonly name: string
  readonly altText: string
  readonly length: number
  readonly ticket: string
  bytes: Buffer | null
  isCompleted: boolean
  isDeleted: boolean
}

/** The access of a bot. */
export interface FakeToken {
  readonly scopes: readonly string[]
  /** Milliseconds since 1970; null for a token without an end. */
  readonly until: number | null
  isRevoked: boolean
}

export interface FakeWorld {
  readonly tokens: Map<string, FakeToken>
  readonly channels: FakeChannel[]
  /** Everything that stands in a channel, oldest first. */
  readonly messages: FakeMessage[]
  readonly files: FakeFile[]
  /** Messages of more than 90 days are hidden, as in a workspace without a plan. */
  isLimited: boolean
  /** Milliseconds after which files that were shared are shown. */
  shareMs: number
  /** The most items of a page, where fewer than are asked for. */
  mostOnPage: number
  /** Refuses all posts, as administrators can. */
  isClosed: boolean
}

export const team = { id: 'T0HARB0R1', name: 'Harbour Boats', url: 'https://harbour.slack.com/' } as const
export const bot = { userId: 'U0CR1ER01', botId: 'B0CR1ER01', name: 'crier' } as const
export const harbour = { id: 'C0HARB0R1', name: 'harbour' } as const

export function createWorld(): FakeWorld {
  return {
    tokens: new Map(),
    channels: [
      makeChannel({ id: 'C0GENERAL', name: 'general', isMember: false }),
      makeChannel(harbour),
      makeChannel({ id: 'G0CREW001', name: 'crew', isPrivate: true }),
      makeChannel({ id: 'G0SECRET1', name: 'secret', isPrivate: true, isMember: false }),
      makeChannel({ id: 'C0OLD0001', name: 'old', isArchived: true }),
    ],
    messages: [],
    files: [],
    isLimited: false,
    shareMs: 0,
    mostOnPage: 999,
    isClosed: false,
  }
}

export function makeChannel(facts: Partial<FakeChannel> & Pick<FakeChannel, 'id' | 'name'>): FakeChannel {
  return { isPrivate: false, isArchived: false, isMember: true, ...facts }
}

/** A bot token of an app that a person made, with these permissions. */
export function issueToken(world: FakeWorld, scopes: readonly string[] = wantedScopes): string {
  const token = `xoxb-1111111111-2222222222-${randomBytes(18).toString('hex')}`
  fakeSecrets.note(token)
  world.tokens.set(token, { scopes, until: null, isRevoked: false })
  return token
}

/** A refusal as Slack words it: status 200, and the reason in the answer. */
export function refuse(error: string, more: JsonObject = {}): FakeRefusal {
  return new FakeRefusal(error, { status: 200, json: { ok: false, error, ...more } })
}

export function ok(content: JsonObject, headers: Record<string, string> = {}): FakeAnswer {
  return { status: 200, json: { ok: true, ...content }, headers }
}

/** The access of a call, with one of these permissions. @throws FakeRefusal */
export function requireAccess(
  world: FakeWorld,
  { headers }: FakeCall,
  ...needed: readonly string[]
): FakeToken {
  const given = headers.authorization
  if (given === undefined) throw refuse('not_authed')
  const token = world.tokens.get(/^Bearer (\S+)$/.exec(given)?.[1] ?? '')
  if (!token) throw refuse('invalid_auth')
  if (token.isRevoked) throw refuse('token_revoked')
  if (token.until !== null && Date.now() > token.until) throw refuse('token_expired')
  const missing = needed.find((scope) => !token.scopes.includes(scope))
  if (missing !== undefined)
    throw refuse('missing_scope', { needed: missing, provided: token.scopes.join(',') })
  return token
}

/** The arguments of a call that reads, which are in its address. @throws FakeRefusal for any that is not known */
export function queryOf({ method, url }: FakeCall, known: readonly string[]): JsonObject {
  if (method !== 'GET') throw refuse('invalid_post_type')
  return requireKnown(Object.fromEntries(url.searchParams), known)
}

/**
 * The arguments of a call that reads a form. Its documentation names JSON too, with which people met `invalid_arguments`
 * (github.com/langchain-ai/open-swe/pull/2269). @throws FakeRefusal for any that is not known
 */
export function formOf({ method, headers, body }: FakeCall, known: readonly string[]): JsonObject {
  const isForm = /^application\/x-www-form-urlencoded\b/.test(headers['content-type'] ?? '')
  if (method !== 'POST' || !isForm) throw refuse('invalid_arguments')
  return requireKnown(Object.fromEntries(new URLSearchParams(body.toString())), known)
}

/** The arguments of a call that writes, as JSON. @throws FakeRefusal for any that is not known */
export function jsonOf({ method, headers, body }: FakeCall, known: readonly string[]): JsonObject {
  const type = headers['content-type'] ?? ''
  if (method !== 'POST' || type === '') throw refuse('missing_post_type')
  if (!/^application\/json\b/.test(type)) throw refuse('invalid_post_type')
  if (!/;\s*charset=utf-8$/i.test(type)) throw refuse('missing_charset')
  let given: Json
  try {
    given = JSON.parse(body.toString())
  } catch {
    throw refuse('invalid_json')
  }
  const object = asObject(given)
  if (!object) throw refuse('json_not_object')
  return requireKnown(object, known)
}

function requireKnown(given: JsonObject, known: readonly string[]): JsonObject {
  if (Object.keys(given).every((name) => known.includes(name))) return given
  throw refuse('invalid_arg_name')
}

/** The text of an argument; empty where there is none. @throws FakeRefusal */
export function textIn(given: JsonObject, name: string): string {
  const value = given[name] ?? ''
  if (typeof value !== 'string') throw refuse('invalid_arguments')
  return value
}

export function flagIn(given: JsonObject, name: string): boolean {
  const value = given[name] ?? false
  if (typeof value !== 'boolean') throw refuse('invalid_arguments')
  return value
}

/** A channel that the bot can see: a public one, or one that it is in. @throws FakeRefusal */
export function findChannel(world: FakeWorld, id: string): FakeChannel {
  const channel = world.channels.find((one) => one.id === id)
  if (!channel || (channel.isPrivate && !channel.isMember)) throw refuse('channel_not_found')
  return channel
}

/** The permission of a call about this channel. */
export function scopeFor({ isPrivate }: FakeChannel, right: 'read' | 'history'): string {
  return `${isPrivate ? 'groups' : 'channels'}:${right}`
}

/** One page of a list. @throws FakeRefusal */
export function pageOf<Item>(
  given: JsonObject,
  all: readonly Item[],
  { mostOnPage }: FakeWorld,
): { items: readonly Item[]; next: string } {
  const limit = Number(given.limit ?? 100)
  if (!Number.isInteger(limit) || limit < 1 || limit > 999) throw refuse('invalid_limit')
  const cursor = textIn(given, 'cursor')
  const from = cursor === '' ? 0 : Number(/^after:(\d+)$/.exec(cursor)?.[1] ?? Number.NaN)
  if (Number.isNaN(from)) throw refuse('invalid_cursor')
  const to = from + Math.min(limit, mostOnPage)
  return { items: all.slice(from, to), next: to < all.length ? `after:${to}` : '' }
}

let lastMicros = 0

/** The next time of a message, which no other one has. */
export function newTs(): string {
  lastMicros = Math.max(lastMicros + 1, Date.now() * 1_000)
  return `${Math.floor(lastMicros / 1_000_000)}.${String(lastMicros % 1_000_000).padStart(6, '0')}`
}
