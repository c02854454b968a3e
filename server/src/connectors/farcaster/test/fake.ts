import { asObject, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import {
  type FakeAnswer,
  type FakeCall,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import { publishCast } from './fake-publish.ts'
import { createWorld, type FakeSigner, type FakeWorld, refuse, showCast, showUser } from './fake-world.ts'

/** The call that makes a cast public, as faults and the journal of calls name it. */
export const publishing = 'POST /v2/farcaster/cast/'

/** Neynar in memory, which refuses everything that its description and the network behind it refuse. */
export interface FakeNeynar extends FakeServer {
  readonly world: FakeWorld
}

export async function startFakeNeynar(): Promise<FakeNeynar> {
  const world = createWorld()
  let calls: readonly FakeCall[] = []
  const withKey = (answer: (call: FakeCall, key: string) => Json) => (call: FakeCall) => {
    return ok(answer(call, authenticate(world, call)))
  }
  const server = await startFakeServer({
    routes: {
      [publishing]: withKey((call, key) => {
        const body = readBody(call)
        const signer = signerFor(world, key, textOf(body.signer_uuid), 'PUBLISH_CAST')
        return publishCast(world, key, signer, body, { arrived: calls.indexOf(call), now: calls.length })
      }),
      'DELETE /v2/farcaster/cast/': withKey((call, key) => removeCast(world, key, readBody(call))),
      'GET /v2/farcaster/cast/': withKey(({ url }) => lookUp(world, url.searchParams)),
      'GET /v2/farcaster/casts/': withKey(({ url }) => showSome(world, url.searchParams)),
      'GET /v2/farcaster/feed/user/casts/': withKey(({ url }) => listOwn(world, url.searchParams)),
      'GET /v2/farcaster/signer/': withKey(({ url }, key) => {
        return showSigner(findSigner(world, key, url.searchParams.get('signer_uuid')))
      }),
      'GET /v2/farcaster/user/bulk/': withKey(({ url }) => {
        const fids = (url.searchParams.get('fids') ?? '').split(',').map(Number)
        return { users: world.users.filter(({ fid }) => fids.includes(fid)).map(showUser) }
      }),
      'GET /v2/farcaster/channel/search/': withKey(({ url }) => {
        const words = (url.searchParams.get('q') ?? '').toLowerCase()
        return showChannels(world, ({ name }) => name.toLowerCase().includes(words))
      }),
      'GET /v2/farcaster/channel/user/': withKey(({ url }) => {
        const own = world.casts.filter(({ fid }) => fid === Number(url.searchParams.get('fid')))
        return showChannels(world, ({ id }) => own.some(({ channel }) => channel === id))
      }),
    },
    internalError: { code: 'InternalServerError', message: 'Something went wrong' },
  })
  calls = server.calls
  return { ...server, world }
}

function authenticate({ keys }: FakeWorld, { headers }: FakeCall): string {
  const key = String(headers['x-api-key'] ?? '')
  if (!keys.has(key)) throw refuse(401, 'Unauthorized', 'Incorrect or missing API key')
  return key
}

function readBody({ headers, body }: FakeCall): JsonObject {
  const isJson = /^application\/json\b/.test(headers['content-type'] ?? '')
  const read = isJson ? asObject(JSON.parse(body.toString())) : null
  if (!read) throw refuse(400, 'InvalidRequest', 'Invalid request body')
  return read
}

/** A signer of another key is unknown to this one. */
function findSigner({ signers }: FakeWorld, key: string, uuid: string | null): FakeSigner {
  if (!uuid) throw refuse(400, 'RequiredField', 'signer_uuid is required', 'signer_uuid')
  const signer = signers.find((one) => one.uuid === uuid && one.key === key)
  if (!signer) throw refuse(404, 'NotFound', 'Signer not found', 'signer_uuid')
  return signer
}

function signerFor(world: FakeWorld, key: string, uuid: string | null, permission: string): FakeSigner {
  const signer = findSigner(world, key, uuid)
  if (signer.status !== 'approved') throw refuse(403, 'Forbidden', 'Signer is not approved')
  if (!signer.permissions.some((name) => name === 'WRITE_ALL' || name === permission))
    throw refuse(403, 'Forbidden', `Signer does not have the permission ${permission}`)
  return signer
}

function removeCast(world: FakeWorld, key: string, body: JsonObject): Json {
  const { fid } = signerFor(world, key, textOf(body.signer_uuid), 'DELETE_CAST')
  const place = world.casts.findIndex((cast) => cast.hash === body.target_hash && cast.fid === fid)
  if (place === -1) throw refuse(404, 'NotFound', 'Cast not found', 'target_hash')
  world.casts.splice(place, 1)
  return { success: true, message: 'Cast deleted' }
}

function lookUp(world: FakeWorld, query: URLSearchParams): Json {
  const [identifier, type] = [query.get('identifier') ?? '', query.get('type')]
  if (type !== 'hash' && type !== 'url') throw refuse(400, 'InvalidField', 'Invalid type', 'type')
  const hash = type === 'hash' ? identifier : (identifier.split('/').at(-1) ?? '')
  if (hash.length < 10 || (type === 'hash' && hash.length !== 42))
    throw refuse(400, 'InvalidField', 'Invalid identifier', 'identifier')
  const found = world.casts.find((cast) => cast.hash.startsWith(hash))
  if (!found) throw refuse(404, 'NotFound', 'Cast not found', 'identifier')
  return { cast: showCast(world, found) }
}

/** Casts that are gone are left out. */
function showSome(world: FakeWorld, query: URLSearchParams): Json {
  const hashes = (query.get('casts') ?? '').split(',')
  if (hashes.length > 25) throw refuse(400, 'InvalidField', 'Too many casts', 'casts')
  const found = world.casts.filter(({ hash }) => hashes.includes(hash))
  return { result: { casts: found.map((cast) => showCast(world, cast)) } }
}

/** Newest first. The cursor is the number of casts that came before. */
function listOwn(world: FakeWorld, query: URLSearchParams): Json {
  const limit = Number(query.get('limit') ?? 25)
  if (!(limit >= 1 && limit <= 150)) throw refuse(400, 'InvalidField', 'Invalid limit', 'limit')
  const from = Number(query.get('cursor') ?? 0)
  const own = world.casts
    .filter(({ fid, parent }) => {
      const isShown = parent === null || query.get('include_replies') !== 'false'
      return fid === Number(query.get('fid')) && isShown
    })
    .toReversed()
    .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
  const end = from + limit
  return {
    casts: own.slice(from, end).map((cast) => showCast(world, cast)),
    next: { cursor: end < own.length ? String(end) : null },
  }
}

function showSigner({ uuid, fid, status, permissions }: FakeSigner): Json {
  return {
    object: 'signer',
    signer_uuid: uuid,
    public_key: `0x${uuid.replaceAll('-', '').repeat(2)}`,
    status,
    ...(status === 'approved' || status === 'revoked' ? { fid, permissions } : {}),
  }
}

function showChannels(
  { channels }: FakeWorld,
  isShown: (one: FakeWorld['channels'][number]) => boolean,
): Json {
  const shown = channels.filter(isShown).map(({ id, name }) => {
    const url = `https://farcaster.xyz/~/channel/${id}`
    return { object: 'channel', id, name, url, description: `All about ${id}` }
  })
  return { channels: shown, next: { cursor: null } }
}

function ok(json: Json): FakeAnswer {
  return { status: 200, json }
}
