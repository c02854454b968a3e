import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import { FakeRefusal } from '../../kit/fakes/fake-server.ts'

export interface FakeUser {
  readonly fid: number
  username: string
  readonly name: string
  isPro: boolean
}

export interface FakeSigner {
  readonly uuid: string
  readonly key: string
  readonly fid: number
  status: 'generated' | 'pending_approval' | 'approved' | 'revoked'
  permissions: string[]
}

export interface FakeEmbed {
  readonly url?: string
  readonly hash?: string
}

export interface FakeCast {
  readonly hash: string
  readonly fid: number
  readonly text: string
  readonly embeds: readonly FakeEmbed[]
  /** The hash of the cast that it answers. */
  readonly parent: string | null
  readonly channel: string | null
  /** In whole seconds, as the network keeps them. */
  readonly madeAt: Date
  likes: number
  recasts: number
}

/** Neynar and the network behind it, in memory. */
export interface FakeWorld {
  readonly keys: Set<string>
  readonly users: FakeUser[]
  readonly signers: FakeSigner[]
  /** Oldest first. */
  readonly casts: FakeCast[]
  readonly channels: readonly { readonly id: string; readonly name: string }[]
  /** The casts by the keys of their requests, each with the number of calls that had come when it was held. */
  readonly held: Map<string, { readonly cast: FakeCast; readonly since: number }>
}

export function createWorld(): FakeWorld {
  const person = (fid: number, username: string): FakeUser => {
    return { fid, username, name: `The ${username}`, isPro: false }
  }
  return {
    keys: new Set(),
    users: [person(194, 'harbour'), person(195, 'bakery')],
    signers: [],
    casts: [],
    channels: [
      { id: 'boats', name: 'Boats' },
      { id: 'food', name: 'Food' },
    ],
    held: new Map(),
  }
}

/** A key of a new app at Neynar. */
export function giveKey({ keys }: FakeWorld): string {
  const key = randomUUID().toUpperCase()
  fakeSecrets.note(key)
  keys.add(key)
  return key
}

/** A signer that a person, the first unless named, has approved for the app of a key. */
export function giveSigner({ signers }: FakeWorld, key: string, fid = 194): FakeSigner {
  const uuid = randomUUID()
  fakeSecrets.note(uuid)
  const signer: FakeSigner = { uuid, key, fid, status: 'approved', permissions: ['WRITE_ALL'] }
  signers.push(signer)
  return signer
}

/** A refusal as Neynar words it. */
export function refuse(status: number, code: string, message: string, property?: string): FakeRefusal {
  return new FakeRefusal(message, { status, json: { code, message, ...(property ? { property } : {}) } })
}

type Given = Pick<FakeCast, 'fid' | 'text'> & Partial<FakeCast>

/**
 * Keeps a cast, whose hash is that of everything in it, the second of its making too: the same again is no other cast. Source: the hash
 * of a message at docs.farcaster.xyz/reference/hubble/datatypes/messages.
 */
export function keepCast({ casts }: FakeWorld, given: Given, at = new Date()): FakeCast {
  const madeAt = new Date(Math.floor(at.getTime() / 1_000) * 1_000)
  const { fid, text, embeds = [], parent = null, channel = null } = given
  const said = JSON.stringify([fid, text, embeds, parent, channel, madeAt])
  const hash = `0x${createHash('sha256').update(said).digest('hex').slice(0, 40)}`
  if (casts.some((cast) => cast.hash === hash))
    throw refuse(400, 'bad_request.duplicate', 'message has already been merged')
  const cast = { hash, fid, text, embeds, parent, channel, madeAt, likes: 0, recasts: 0 }
  casts.push(cast)
  return cast
}

/** A hash that no cast has. */
export const anyHash = () => `0x${randomBytes(20).toString('hex')}`

const nobody = `0x${'0'.repeat(40)}`

export function showUser({ fid, username, name, isPro }: FakeUser): JsonObject {
  const times = { subscribed_at: '2026-01-01T00:00:00.000Z', expires_at: '2027-01-01T00:00:00.000Z' }
  return {
    object: 'user',
    fid,
    username,
    display_name: name,
    pfp_url: `https://pictures.example/${fid}.png`,
    custody_address: nobody,
    registered_at: '2024-01-01T00:00:00.000Z',
    profile: { bio: { text: 'By the sea' } },
    follower_count: 7,
    following_count: 3,
    verifications: [],
    auth_addresses: [],
    verified_addresses: {
      eth_addresses: [],
      sol_addresses: [],
      primary: { eth_address: null, sol_address: null },
    },
    verified_accounts: [],
    ...(isPro ? { pro: { status: 'subscribed', ...times } } : {}),
  }
}

function userOf({ users }: FakeWorld, fid: number): FakeUser {
  const user = users.find((each) => each.fid === fid)
  if (!user) throw new Error(`There is nobody with the number ${fid}.`)
  return user
}

/** The parts that a cast has wherever it is shown. */
function showPlace({ casts }: FakeWorld, { hash, parent, channel, text, madeAt }: FakeCast): JsonObject {
  const answered = casts.find((other) => other.hash === parent)
  const url = channel === null ? null : `https://farcaster.xyz/~/channel/${channel}`
  return {
    hash,
    parent_hash: parent,
    parent_url: parent === null ? url : null,
    root_parent_url: url,
    parent_author: { fid: answered?.fid ?? null },
    text,
    timestamp: madeAt.toISOString(),
    channel: channel === null ? null : { object: 'channel_dehydrated', id: channel, name: channel },
  }
}

export function showCast(world: FakeWorld, cast: FakeCast): JsonObject {
  const embeds = cast.embeds.map(({ url, hash }): Json => {
    const quoted = world.casts.find((other) => other.hash === hash)
    if (!quoted) return { url: url ?? '' }
    const { fid, username } = userOf(world, quoted.fid)
    const author = { object: 'user_dehydrated', fid, username }
    return {
      cast_id: { fid, hash: quoted.hash },
      cast: { ...showPlace(world, quoted), author, embeds: [] },
    }
  })
  return {
    object: 'cast',
    ...showPlace(world, cast),
    thread_hash: cast.parent ?? cast.hash,
    author: showUser(userOf(world, cast.fid)),
    embeds,
    reactions: { likes: [], recasts: [], likes_count: cast.likes, recasts_count: cast.recasts },
    replies: { count: world.casts.filter(({ parent }) => parent === cast.hash).length },
    mentioned_profiles: [],
    mentioned_profiles_ranges: [],
    mentioned_channels: [],
    mentioned_channels_ranges: [],
  }
}
