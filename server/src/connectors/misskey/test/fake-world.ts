import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import { FakeRefusal } from '../../kit/fakes/fake-server.ts'

/** The programs that a fake can be. */
export type VariantName = 'misskey' | 'misskey.io' | 'sharkey' | 'firefish' | 'old'

export interface Variant {
  readonly software: string
  readonly version: string
  /** Whether permissions and roles are refused with 403, and tokens with 401; older ones use 400 and 403. */
  readonly hasExactStatuses: boolean
  /** Whether the header `Authorization` is read. Source: pull request 11052 of Misskey, in 13.14.0. */
  readonly readsHeader: boolean
  /** Whether a list leaves out answers and posts in channels unless it is asked for them. */
  readonly listsLess: boolean
  /** How long the newest posts are missing from a list that is read from a cache. */
  readonly cacheLagMs: number
  /** Whether the same words within a minute are the same post. Source: `notes/create` of MisskeyIO. */
  readonly knowsRepetitions: boolean
  readonly unit: 'codepoint' | 'utf16'
  readonly maxText: number
  readonly maxWarning: number
  readonly maxAltText: number
  readonly maxPollOption: number
  /** The names under which the server says its limits. */
  readonly meta: JsonObject
  /** The policies of roles, which Misskey has from 13 on. */
  readonly policies: JsonObject | null
}

const misskey: Variant = {
  software: 'misskey',
  version: '2026.5.1',
  hasExactStatuses: true,
  readsHeader: true,
  listsLess: true,
  cacheLagMs: 50,
  knowsRepetitions: false,
  unit: 'codepoint',
  maxText: 3_000,
  maxWarning: 100,
  maxAltText: 512,
  maxPollOption: 50,
  meta: { maxFileSize: 262_144_000 },
  policies: {
    canPublicNote: true,
    canCreateContent: true,
    driveCapacityMb: 100,
    maxFileSizeMb: 30,
    uploadableFileTypes: ['text/plain', 'image/*', 'video/*', 'audio/*'],
    rateLimitFactor: 1,
  },
}

export const variants: Readonly<Record<VariantName, Variant>> = {
  misskey,
  'misskey.io': { ...misskey, version: '2025.4.1-io.12b', knowsRepetitions: true },
  sharkey: {
    ...misskey,
    software: 'sharkey',
    version: '2025.5.2',
    unit: 'utf16',
    maxText: 8_192,
    maxWarning: 500,
    maxAltText: 20_000,
    maxPollOption: 150,
    meta: { maxCwLength: 500, maxAltTextLength: 20_000, maxFileSize: 262_144_000 },
    policies: { canPublicNote: true, driveCapacityMb: 100 },
  },
  firefish: {
    ...misskey,
    software: 'firefish',
    version: '20240729',
    hasExactStatuses: false,
    listsLess: false,
    cacheLagMs: 0,
    maxAltText: 1_500,
    meta: { maxCaptionTextLength: 1_500 },
    policies: null,
  },
  old: {
    ...misskey,
    version: '13.9.2',
    hasExactStatuses: false,
    readsHeader: false,
    listsLess: false,
    cacheLagMs: 0,
  },
}

export interface FakeNote {
  readonly id: string
  readonly userId: string
  readonly madeAt: Date
  readonly text: string | null
  readonly cw: string | null
  readonly visibility: string
  readonly localOnly: boolean
  readonly fileIds: readonly string[]
  readonly replyId: string | null
  readonly renoteId: string | null
  readonly channelId: string | null
  readonly poll: {
    readonly choices: readonly string[]
    readonly multiple: boolean
    readonly expiresAt: Date | null
  } | null
  readonly reactions: Record<string, number>
  renotes: number
}

export interface FakeFile {
  readonly id: string
  readonly userId: string
  readonly md5: string
  readonly name: string
  readonly type: string
  readonly comment: string | null
  readonly isSensitive: boolean
  readonly bytes: Buffer
}

export interface FakePerson {
  readonly id: string
  readonly username: string
  isSuspended: boolean
  isSilenced: boolean
  movedTo: string | null
}

/** A token of a person; null as permissions for the one of their own pages, which may do everything. */
export interface FakeToken {
  readonly person: FakePerson
  readonly permissions: readonly string[] | null
}

export interface FakeWorld {
  variant: Variant
  url: string
  readonly people: readonly FakePerson[]
  readonly tokens: Map<string, FakeToken>
  /** The sessions of MiAuth in which somebody agreed, each with its token until it is fetched. */
  readonly sessions: Map<string, string>
  readonly notes: FakeNote[]
  readonly files: FakeFile[]
  readonly channels: readonly { readonly id: string; readonly name: string; readonly isFollowed: boolean }[]
  /** When a person sent certain words, for a server that knows repetitions. */
  readonly repetitions: Map<string, { noteId: string | null; until: number }>
  lastDeleteAt: number
}

export function createWorld(variant: Variant): FakeWorld {
  const people = ['alice', 'bob'].map((username) => ({
    id: nextId(),
    username,
    isSuspended: false,
    isSilenced: false,
    movedTo: null,
  }))
  return {
    variant,
    url: '',
    people,
    tokens: new Map(),
    sessions: new Map(),
    notes: [],
    files: [],
    channels: [
      { id: nextId(), name: 'Boats', isFollowed: true },
      { id: nextId(), name: 'Weather', isFollowed: false },
    ],
    repetitions: new Map(),
    lastDeleteAt: 0,
  }
}

export const everyPermission = ['read:account', 'write:notes', 'write:drive', 'read:channels']

export function giveToken(
  world: FakeWorld,
  permissions: readonly string[] | null = everyPermission,
  person = personNamed(world),
): string {
  const token = randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x')
  world.tokens.set(token, { person, permissions })
  fakeSecrets.note(token)
  return token
}

export function personNamed({ people }: FakeWorld, username = 'alice'): FakePerson {
  const person = people.find((each) => each.username === username)
  if (!person) throw new Error(`There is no ${username}.`)
  return person
}

// As Misskey's "aid" are made: the milliseconds since 2000 in base 36, and a number that goes up.
let count = 0
const since2000 = Date.UTC(2000, 0, 1)

export function nextId(at = Date.now()): string {
  const noise = (count++ % 1_296).toString(36).padStart(2, '0')
  return (at - since2000).toString(36).padStart(8, '0') + noise
}

/** A refusal as ApiCallService sends it. `kind` says its status where none is given. */
export function refuse(
  { variant }: Pick<FakeWorld, 'variant'>,
  code: string,
  message: string,
  more: { kind?: 'client' | 'permission' | 'server'; status?: number; info?: JsonObject } = {},
): FakeRefusal {
  const { kind = 'client', status, info } = more
  const byKind = { client: 400, permission: variant.hasExactStatuses ? 403 : 400, server: 500 }[kind]
  const error = { message, code, id: '0b5f1631-7c1a-41a6-b399-cce335f34d85', kind, ...(info ? { info } : {}) }
  return new FakeRefusal(code, { status: status ?? byKind, json: { error } })
}

/** A call as the server knows it. */
export interface Asked {
  readonly world: FakeWorld
  readonly params: JsonObject
  readonly token: FakeToken | null
}

/** The person of a call, who must be there and have let the program do this. Source: ApiCallService. */
export function authorize(
  { world, token }: Asked,
  permission: string | null,
  isForMovedToo = true,
): FakePerson {
  if (!token) throw refuse(world, 'CREDENTIAL_REQUIRED', 'Credential required.', { status: 401 })
  const { person, permissions } = token
  if (person.isSuspended)
    throw refuse(world, 'YOUR_ACCOUNT_SUSPENDED', 'Your account has been suspended.', { status: 403 })
  if (person.movedTo !== null && !isForMovedToo)
    throw refuse(world, 'YOUR_ACCOUNT_MOVED', 'You have moved your account.', { kind: 'permission' })
  const message = 'Your app does not have the necessary permissions to use this endpoint.'
  if (permissions && (permission === null || !permissions.includes(permission)))
    throw refuse(world, 'PERMISSION_DENIED', message, { kind: 'permission' })
  return person
}

/** The length of a text as the program measures it. */
export function lengthOf(text: string, { unit }: Variant): number {
  return unit === 'utf16' ? text.length : Array.from(text).length
}

/** Refuses a call whose parameters are none of this endpoint, or are of another type. A real server passes over unknown names. */
export function validate(
  { world, params }: Asked,
  types: Readonly<Record<string, (value: unknown) => boolean>>,
  required: readonly string[] = [],
): void {
  for (const [name, value] of Object.entries(params))
    if (name !== 'i' && !types[name]?.(value)) throw invalidParam(world, name)
  for (const name of required) if (!(name in params)) throw invalidParam(world, name)
}

export function invalidParam(world: FakeWorld, param: string): FakeRefusal {
  return refuse(world, 'INVALID_PARAM', 'Invalid param.', { info: { param, reason: 'it does not fit' } })
}

export const isId = (value: unknown): boolean => typeof value === 'string' && /^[a-zA-Z0-9]+$/.test(value)
export const isText = (value: unknown): boolean => typeof value === 'string'
export const isFlag = (value: unknown): boolean => typeof value === 'boolean'
export const isCount = (value: unknown): boolean => Number.isInteger(value)
