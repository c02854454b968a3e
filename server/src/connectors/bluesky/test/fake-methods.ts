import { randomBytes } from 'node:crypto'
import { isValidHandle } from '@atproto/syntax'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import type { FakeAnswer } from '../../kit/fakes/fake-server.ts'
import { isAllowed } from './fake-authorization.ts'
import {
  type Asked,
  canonical,
  type FakeBlueskyOptions,
  makeCid,
  Refusal,
  type Resident,
  type World,
} from './fake-world.ts'
import { blobsOf, findRecordFault, itemsOf, objectOf } from './record-rules.ts'

const loginsPerWindow = 30
const pointsPerHour = 5000
const windowMs = 300_000

interface Handler {
  readonly verb: 'GET' | 'POST'
  answer(world: World, asked: Asked): FakeAnswer
}

/** The methods of the fake server, by name. */
export const methods: Readonly<Record<string, Handler>> = {
  'com.atproto.server.describeServer': {
    verb: 'GET',
    answer: ({ options }) =>
      ok({
        did: 'did:web:localhost',
        availableUserDomains: ['.test'],
        ...(options.isOld ? {} : { blobUploadLimit: blobLimit(options) }),
      }),
  },
  'com.atproto.server.createSession': { verb: 'POST', answer: createSession },
  'com.atproto.server.refreshSession': { verb: 'POST', answer: refreshSession },
  'com.atproto.server.deleteSession': {
    verb: 'POST',
    answer: (world, asked) => {
      const { resident, id } = world.readToken(asked, 'refresh', { haveEnded: true })
      resident.ended.add(id)
      return ok(null)
    },
  },
  'com.atproto.identity.resolveHandle': {
    verb: 'GET',
    answer: (world, { query }) => {
      const handle = query.get('handle') ?? ''
      if (!isValidHandle(handle)) throw new Refusal(400, 'InvalidRequest', 'Invalid handle')
      const resident = world.find(handle)
      if (resident) return ok({ did: resident.did })
      throw new Refusal(
        400,
        handle.endsWith('.test') ? 'HandleNotFound' : 'InvalidRequest',
        'Unable to resolve handle',
      )
    },
  },
  'com.atproto.server.getSession': {
    verb: 'GET',
    answer: (world, asked) => {
      const { resident } = world.readToken(asked, 'appPass')
      const { did, handle, state } = resident
      return ok({ did, handle, active: state === 'active', didDoc: documentOf(resident, asked.origin) })
    },
  },
  // The directory of identities, which in truth is a server of its own.
  did: {
    verb: 'GET',
    answer: (world, { method, origin }) => {
      const resident = world.find(method.slice(1))
      return resident
        ? ok(documentOf(resident, origin))
        : { status: 404, json: { message: 'DID not registered' } }
    },
  },
  'com.atproto.repo.applyWrites': { verb: 'POST', answer: applyWrites },
  'com.atproto.repo.uploadBlob': { verb: 'POST', answer: uploadBlob },
  'com.atproto.repo.putRecord': { verb: 'POST', answer: putRecord },
  'com.atproto.repo.deleteRecord': { verb: 'POST', answer: deleteRecord },
  // The network's index, which in truth is a server of its own.
  'app.bsky.feed.getPosts': { verb: 'GET', answer: getPosts },
  'com.atproto.repo.getRecord': { verb: 'GET', answer: getRecord },
  'com.atproto.repo.listRecords': {
    verb: 'GET',
    answer: (world, { query }) => {
      const resident = world.resident(query.get('repo') ?? '')
      const records = [...resident.records]
        .filter(([place]) => place.startsWith(`${query.get('collection')}/`))
        .map(([place, { cid, value }]) => ({ uri: `at://${resident.did}/${place}`, cid, value }))
      return ok({ records: records.sort((a, b) => (a.uri < b.uri ? 1 : -1)) })
    },
  },
  'com.atproto.sync.getBlob': {
    verb: 'GET',
    answer: (world, { query }) => {
      const bytes = world.resident(query.get('did') ?? '').blobs.get(query.get('cid') ?? '')
      if (!bytes) throw new Refusal(400, 'InvalidRequest', 'Blob not found')
      return { status: 200, json: null, bytes }
    },
  },
}

function createSession(world: World, asked: Asked): FakeAnswer {
  const { identifier, password } = readJson(asked.body)
  const resident = world.find(String(identifier))
  if (!resident) throw new Refusal(401, 'AuthenticationRequired', 'Invalid identifier or password')
  resident.logins += 1
  if (resident.logins > loginsPerWindow) {
    const reset = Math.ceil((Date.now() + windowMs) / 1000)
    throw new Refusal(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
      'ratelimit-limit': String(loginsPerWindow),
      'ratelimit-reset': String(reset),
      'retry-after': String(windowMs / 1000),
    })
  }
  const isOpen = resident.refreshFrom === 0 && password === resident.appPassword
  if (!isOpen) throw new Refusal(401, 'AuthenticationRequired', 'Invalid identifier or password')
  if (resident.state === 'taken_down')
    throw new Refusal(401, 'AccountTakedown', 'Account has been taken down')
  return ok(sessionOf(world, resident, asked.origin))
}

function refreshSession(world: World, asked: Asked): FakeAnswer {
  if (asked.body.length > 0)
    throw new Refusal(400, 'InvalidRequest', 'A request body was provided when none was expected')
  const { resident } = world.readToken(asked, 'refresh')
  if (resident.state === 'moved')
    throw new Refusal(400, 'InvalidRequest', `Could not find user info for account: ${resident.did}`)
  if (resident.state === 'taken_down')
    throw new Refusal(401, 'AccountTakedown', 'Account has been taken down')
  return ok(sessionOf(world, resident, asked.origin))
}

function sessionOf(world: World, resident: Resident, origin: string): JsonObject {
  return {
    accessJwt: world.makeToken(resident, 'appPass'),
    refreshJwt: world.makeToken(resident, 'refresh'),
    did: resident.did,
    handle: resident.handle,
    active: resident.state === 'active',
    didDoc: documentOf(resident, origin),
  }
}

function documentOf({ did, home }: Resident, origin: string): JsonObject {
  const service = { id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: home ?? origin }
  return { id: did, service: [service] }
}

function uploadBlob(world: World, asked: Asked): FakeAnswer {
  const { resident, scopes } = world.readToken(asked, 'appPass')
  requireScope(scopes, asked.type)
  if (asked.body.length > blobLimit(world.options))
    throw new Refusal(413, 'PayloadTooLarge', 'request entity too large')
  const cid = makeCid(0x55, asked.body)
  if (!resident.blobs.has(cid))
    resident.blobs.set(cid, { bytes: asked.body, mimeType: asked.type, isKept: false })
  return ok({ blob: { $type: 'blob', ref: { $link: cid }, mimeType: asked.type, size: asked.body.length } })
}

function putRecord(world: World, asked: Asked): FakeAnswer {
  const { resident, scopes } = world.readToken(asked, 'appPass')
  const { repo, rkey, record, swapRecord, collection: into } = readJson(asked.body)
  world.checkState(resident, String(repo))
  for (const action of ['create', 'update']) requireScope(scopes, { repo: String(into), action })
  spend(resident, 2)
  const { place, value, cid } = readWrite(world, into, rkey, record)
  const current = resident.records.get(place)
  const uri = `at://${resident.did}/${place}`
  if (current?.cid === cid) return ok({ uri, cid, validationStatus: 'valid' })
  if (current && swapRecord !== undefined && swapRecord !== current.cid)
    throw new Refusal(400, 'InvalidSwap', `Record was at ${current.cid}`)
  keepBlobs(resident, value)
  resident.records.set(place, { cid, value })
  return ok({ uri, cid, commit: makeCommit(String(rkey)), validationStatus: 'valid' })
}

/** All of it or nothing; what stands already cannot be created, and the answer to that is a failure of the server. */
function applyWrites(world: World, asked: Asked): FakeAnswer {
  const { resident, scopes } = world.readToken(asked, 'appPass')
  const { repo, writes } = readJson(asked.body)
  world.checkState(resident, String(repo))
  spend(resident, 3 * itemsOf(writes).length)
  const read = itemsOf(writes).map((item) => {
    const { $type, collection: into, rkey, value } = objectOf(item) ?? {}
    if ($type !== 'com.atproto.repo.applyWrites#create')
      throw new Refusal(400, 'InvalidRequest', 'Action not supported')
    requireScope(scopes, { repo: String(into), action: 'create' })
    return readWrite(world, into, rkey, value)
  })
  if (read.some(({ place }) => resident.records.has(place)))
    throw new Refusal(500, 'InternalServerError', 'Internal Server Error')
  for (const { value } of read) keepBlobs(resident, value)
  for (const { place, cid, value } of read) resident.records.set(place, { cid, value })
  const results = read.map(({ place, cid }) => ({
    $type: 'com.atproto.repo.applyWrites#createResult',
    uri: `at://${resident.did}/${place}`,
    cid,
    validationStatus: 'valid',
  }))
  return ok({ commit: makeCommit('rev'), results })
}

/** A record that is not there is deleted. */
function deleteRecord(world: World, asked: Asked): FakeAnswer {
  const { resident, scopes } = world.readToken(asked, 'appPass')
  const { repo, rkey, collection: from } = readJson(asked.body)
  world.checkState(resident, String(repo))
  requireScope(scopes, { repo: String(from), action: 'delete' })
  spend(resident, 1)
  resident.records.delete(`${String(from)}/${String(rkey)}`)
  return ok({ commit: makeCommit(String(rkey)) })
}

function getPosts(world: World, { query }: Asked): FakeAnswer {
  const uris = query.getAll('uris')
  if (uris.length === 0 || uris.length > 25)
    throw new Refusal(400, 'InvalidRequest', 'Error: uris must not have more than 25 elements')
  const posts = uris.flatMap((uri) => {
    const [, did = '', place = ''] = /^at:\/\/([^/]+)\/(.+)$/.exec(uri) ?? []
    const found = world.find(did)?.records.get(place)
    if (!found) return []
    const counts = { replyCount: 0, repostCount: 0, likeCount: 0, quoteCount: 0, ...world.counts.get(uri) }
    return { uri, cid: found.cid, author: { did }, record: found.value, ...counts }
  })
  return ok({ posts: posts.toReversed() })
}

function requireScope(scopes: readonly string[] | null, needed: Parameters<typeof isAllowed>[1]): void {
  if (scopes === null || isAllowed(scopes, needed)) return
  throw new Refusal(403, 'ScopeMissingError', `Missing required scope "${JSON.stringify(needed)}"`)
}

function spend(resident: Resident, points: number): void {
  resident.points += points
  if (resident.points > pointsPerHour) throw new Refusal(429, 'RateLimitExceeded', 'Rate Limit Exceeded')
}

interface Write {
  readonly place: string
  readonly value: JsonObject
  readonly cid: string
}

function readWrite(
  world: World,
  into: Json | undefined,
  key: Json | undefined,
  record: Json | undefined,
): Write {
  const value = objectOf(record)
  if (!value) throw new Refusal(400, 'InvalidRequest', 'Invalid record')
  const [rkey, name] = [String(key), String(into)]
  const fault = findRecordFault(name, rkey, value, world.options.isOld ? 1_000_000 : 2_000_000)
  if (fault) throw new Refusal(400, 'InvalidRequest', `Invalid ${name} record: ${fault}`)
  return { place: `${name}/${rkey}`, value, cid: makeCid(0x71, Buffer.from(canonical(value))) }
}

function makeCommit(rev: string): JsonObject {
  return { cid: makeCid(0x71, randomBytes(8)), rev }
}

function keepBlobs(resident: Resident, record: JsonObject): void {
  const wanted = blobsOf(record).map((blob) => ({ ...blob, stored: resident.blobs.get(blob.cid) }))
  for (const { cid, mimeType, size, stored } of wanted) {
    if (!stored) throw new Refusal(400, 'BlobNotFound', `Could not find blob: ${cid}`)
    if (stored.isKept) continue
    if (stored.mimeType !== mimeType)
      throw new Refusal(400, 'InvalidMimeType', 'Referenced Mimetype does not match stored blob')
    if (stored.bytes.length !== size)
      throw new Refusal(400, 'InvalidSize', 'Referenced Size does not match stored blob')
  }
  for (const { stored } of wanted) if (stored) stored.isKept = true
}

function getRecord(world: World, { query }: Asked): FakeAnswer {
  const resident = world.find(query.get('repo') ?? '')
  // The real server asks the network's index for records it does not have. The fake has no index.
  if (resident?.state !== 'active') throw new Refusal(502, 'UpstreamFailure', 'Upstream service unreachable')
  const rkey = query.get('rkey') ?? ''
  const place = `${query.get('collection')}/${rkey}`
  const found = resident.records.get(place)
  if (!found) throw new Refusal(400, 'RecordNotFound', `Could not locate record: ${place}`)
  return ok({ uri: `at://${resident.did}/${place}`, cid: found.cid, value: found.value })
}

function ok(json: JsonObject | null): FakeAnswer {
  return { status: 200, json }
}

function blobLimit(options: FakeBlueskyOptions): number {
  return options.blobUploadLimit ?? 5_242_880
}

function readJson(body: Buffer): JsonObject {
  const read = (): Json => JSON.parse(body.toString('utf8')) as Json
  const json = objectOf(body.length === 0 ? null : read())
  if (!json) throw new Refusal(400, 'InvalidRequest', 'A request body is expected but none was provided')
  return json
}
