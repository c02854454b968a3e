import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'

export interface FakePerson {
  readonly id: number
  readonly screenName: string
  readonly firstName: string
  readonly lastName: string
}

export interface FakeCommunity {
  readonly id: number
  readonly screenName: string
  name: string
  /** The ids of those who may post in its name. */
  readonly editors: readonly number[]
  /** Whether only members see its wall. */
  readonly isClosed: boolean
}

/** A photo, a video or a document that was uploaded and saved. */
export interface FakeMedium {
  readonly type: 'photo' | 'video' | 'doc'
  readonly ownerId: number
  readonly id: number
  readonly bytes: Buffer
  readonly mimeType: string
  readonly fileName: string
  /** The caption of a photo, the name of a video or the title of a document. */
  readonly words: string
}

export interface FakePost {
  readonly id: number
  readonly ownerId: number
  readonly fromId: number
  /** Seconds since 1970. */
  readonly date: number
  text: string
  media: readonly FakeMedium[]
  links: readonly string[]
  /** The parameters with which it was made. */
  fields: Readonly<Record<string, string>>
  readonly comments: FakeComment[]
  isPinned: boolean
  isDeleted: boolean
  likes: number
  reposts: number
  views: number
}

export interface FakeComment {
  readonly id: number
  readonly fromId: number
  readonly date: number
  text: string
  isDeleted: boolean
}

/** The key of a community, as its administrator made it. */
export interface FakeKey {
  readonly communityId: number
  readonly permissions: readonly string[]
  isDeleted: boolean
}

export interface World {
  readonly people: readonly FakePerson[]
  readonly communities: readonly FakeCommunity[]
  readonly keys: Map<string, FakeKey>
  readonly serviceKeys: Set<string>
  /** Uploads that have begun, by the secret of their address. */
  readonly begun: Map<string, { readonly method: string; readonly ownerId: number; readonly words: string }>
  /** Files that came, by what VK answered, until they are saved. */
  readonly received: Map<
    string,
    { readonly ownerId: number; readonly bytes: Buffer; readonly mimeType: string; readonly fileName: string }
  >
  readonly media: FakeMedium[]
  /** Oldest first. */
  readonly posts: FakePost[]
  /** The number of the post or the comment that was made with each `guid`. */
  readonly made: Map<string, number>
  /** Whether VK has banned everybody. */
  isBlocking: boolean
  /** Whether sign-ins of the app may publish at all. */
  isLimited: boolean
  /** The time that the next post takes to be made, in milliseconds. */
  nextWorkMs: number
  nextId: number
}

export const anna = 743_784_474
export const harbour = 212_979_992
export const quay = 212_979_993

/** Keys have only such letters. */
export const keyOfHarbour = `vk1.a.${'Harbour-key_'.repeat(4)}`
export const keyOfQuay = `vk1.a.${'Quay-key_'.repeat(4)}`
export const serviceKey = '5e3f1c0a'.repeat(8)

export function makeWorld(): World {
  const usual = ['photos', 'wall', 'docs', 'manage']
  return {
    people: [
      { id: anna, screenName: 'anna_at_sea', firstName: 'Anna', lastName: 'Lind' },
      { id: 743_784_475, screenName: 'keeper', firstName: 'Keeper', lastName: '' },
    ],
    communities: [
      { id: harbour, screenName: 'harbour', name: 'The harbour', editors: [anna], isClosed: false },
      { id: quay, screenName: 'club212979993', name: 'Quay', editors: [anna], isClosed: true },
    ],
    keys: new Map([
      [keyOfHarbour, { communityId: harbour, permissions: usual, isDeleted: false }],
      [keyOfQuay, { communityId: quay, permissions: ['wall'], isDeleted: false }],
    ]),
    serviceKeys: new Set([serviceKey]),
    begun: new Map(),
    received: new Map(),
    media: [],
    posts: [],
    made: new Map(),
    isBlocking: false,
    isLimited: false,
    nextWorkMs: 0,
    nextId: 456_239_016,
  }
}

export function takeId(world: World): number {
  world.nextId += 1
  return world.nextId
}

export function ok(response: Json): FakeAnswer {
  return { status: 200, json: { response } }
}

/** A refusal as the API writes it: with the status 200, and with the parameters that it got. */
export function refuse(code: number, message: string, parameters: JsonObject = {}): FakeRefusal {
  const shown = Object.entries(parameters).map(([key, value]) => ({ key, value }))
  const error = { error_code: code, error_msg: message, request_params: shown }
  return new FakeRefusal(message, { status: 200, json: { error } })
}

export const badParameter = (words: string) =>
  refuse(100, `One of the parameters specified was missing or invalid: ${words}`)

/** The one who calls: a person with permissions, the key of a community, or the key of an app. */
export type Caller =
  | { readonly kind: 'user'; readonly person: FakePerson; readonly scopes: readonly string[] }
  | { readonly kind: 'group'; readonly communityId: number; readonly permissions: readonly string[] }
  | { readonly kind: 'service' }

/** The parameters of a call, each of which came once. */
export type Asked = Readonly<Record<string, string>>

/** A form, and nothing but a form. @throws FakeRefusal */
export function readForm({ method, headers, body, url }: FakeCall): Asked {
  const type = headers['content-type'] ?? ''
  if (method !== 'POST' || url.search !== '' || !type.startsWith('application/x-www-form-urlencoded'))
    throw refuse(8, 'Invalid request: the parameters must be a form.')
  const form = new URLSearchParams(body.toString())
  const names = [...form.keys()]
  if (new Set(names).size < names.length) throw refuse(8, 'Invalid request: a parameter came twice.')
  return Object.fromEntries(form)
}

/** A whole number among the parameters. @throws FakeRefusal */
export function integerIn(asked: Asked, name: string): number {
  const given = asked[name] ?? ''
  if (!/^-?\d{1,15}$/.test(given)) throw badParameter(`${name} is not integer`)
  return Number(given)
}

/** The owner of a wall, if this caller may post there. @throws FakeRefusal */
export function ownWall(world: World, caller: Caller, ownerId: number): number {
  const community = world.communities.find(({ id }) => -id === ownerId)
  const isOwn =
    caller.kind === 'user'
      ? ownerId === caller.person.id || community?.editors.includes(caller.person.id) === true
      : caller.kind === 'group' && -caller.communityId === ownerId
  if (!isOwn) throw refuse(214, 'Access to adding post denied: access to the wall is closed')
  return ownerId
}
