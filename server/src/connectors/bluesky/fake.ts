import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isValidHandle } from '@atproto/syntax'
import {
  type Asked,
  type Blob,
  canonical,
  createWorld,
  type FakeAccount,
  type FakeBlueskyOptions,
  makeCid,
  Refusal,
  type Resident,
  type World,
} from '../../../test/connectors/bluesky-fake-world.ts'
import { blobsOf, findRecordFault, objectOf } from '../../../test/connectors/bluesky-record-rules.ts'
import type { Json, JsonObject } from '../../lib/json.ts'

/** What goes wrong with the next call of a method. */
export type Fault =
  /** The connection is destroyed before anything is done. */
  | { readonly kind: 'drop' }
  /** It is done, and the connection destroyed before a byte of the answer. */
  | { readonly kind: 'lose_answer' }
  /** It is done, and answered 500. */
  | { readonly kind: 'fail_after' }
  /** It is not done, and answered so. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: string
      readonly headers?: Readonly<Record<string, string>>
    }

export interface FakeCall {
  readonly method: string
  readonly authorization: string | null
  readonly body: Buffer
}

/** A server with accounts, posts and pictures in memory that refuses what the real one refuses. */
export interface FakeBluesky {
  readonly url: string
  readonly calls: readonly FakeCall[]
  createAccount(handle: string): FakeAccount
  /** Several faults of one method happen one after the other. */
  inject(method: string, fault: Fault): void
  /** Access tokens given until now have expired. */
  expireAccess(did: string): void
  /** The app password is taken back: no session works and none can be renewed. */
  revoke(did: string): void
  setState(did: string, state: 'active' | 'taken_down' | 'deactivated' | 'moved'): void
  forgetBlobs(did: string): void
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly json: JsonObject | null
  readonly bytes?: Blob
  readonly headers?: Readonly<Record<string, string>>
}

const collection = 'app.bsky.feed.post'
const loginsPerWindow = 30
const pointsPerHour = 5000
const windowMs = 300_000

export async function startFakeBluesky(options: FakeBlueskyOptions = {}): Promise<FakeBluesky> {
  const world = createWorld(options)
  const faults = new Map<string, Fault[]>()
  const calls: FakeCall[] = []
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake')
    const method = url.pathname.replace('/xrpc/', '')
    const body = Buffer.concat(await request.toArray())
    const authorization = request.headers.authorization ?? null
    calls.push({ method, authorization, body })
    const fault = faults.get(method)?.shift()
    if (fault?.kind === 'drop') return void response.destroy()
    if (fault?.kind === 'answer') return void response.writeHead(fault.status, fault.headers).end(fault.body)
    const type = request.headers['content-type'] ?? ''
    const answer = answerOf(world, request.method ?? '', method, {
      query: url.searchParams,
      body,
      type,
      authorization,
    })
    if (fault?.kind === 'lose_answer') return void response.destroy()
    if (fault?.kind === 'fail_after')
      return send(response, refused(500, 'InternalServerError', 'Internal Server Error'))
    send(response, answer)
  }
  await listen(server)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    createAccount: (handle) => world.addResident(handle),
    inject: (method, fault) => void faults.set(method, [...(faults.get(method) ?? []), fault]),
    expireAccess: (did) => {
      world.resident(did).accessFrom = world.tick()
    },
    revoke: (did) => {
      const resident = world.resident(did)
      resident.accessFrom = world.tick()
      resident.refreshFrom = world.tick()
    },
    setState: (did, state) => {
      world.resident(did).state = state
    },
    forgetBlobs: (did) => world.resident(did).blobs.clear(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

function send(response: ServerResponse, { status, json, bytes, headers }: Answer): void {
  const type = bytes?.mimeType ?? 'application/json; charset=utf-8'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(bytes?.bytes ?? (json === null ? '' : JSON.stringify(json)))
}

function refused(status: number, error: string, message: string, headers: Answer['headers'] = {}): Answer {
  return { status, json: { error, message }, headers }
}

function answerOf(world: World, verb: string, method: string, asked: Asked): Answer {
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
  try {
    if (!handler) throw new Refusal(501, 'MethodNotImplemented', 'Method Not Implemented')
    const expected = handler.verb
    if (verb !== expected)
      throw new Refusal(400, 'InvalidRequest', `Incorrect HTTP method (${verb}) expected ${expected}`)
    return handler.answer(world, asked)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refused(error.status, error.code, error.message, error.headers)
  }
}

interface Handler {
  readonly verb: 'GET' | 'POST'
  answer(world: World, asked: Asked): Answer
}

const handlers: Readonly<Record<string, Handler>> = {
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
  'com.atproto.repo.uploadBlob': { verb: 'POST', answer: uploadBlob },
  'com.atproto.repo.putRecord': { verb: 'POST', answer: putRecord },
  'com.atproto.repo.getRecord': { verb: 'GET', answer: getRecord },
  'com.atproto.repo.listRecords': {
    verb: 'GET',
    answer: (world, { query }) => {
      const resident = world.resident(query.get('repo') ?? '')
      const records = [...resident.records].map(([rkey, { cid, value }]) => ({
        uri: uriOf(resident, rkey),
        cid,
        value,
      }))
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

function createSession(world: World, { body }: Asked): Answer {
  const { identifier, password } = readJson(body)
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
  return ok(sessionOf(world, resident))
}

function refreshSession(world: World, asked: Asked): Answer {
  if (asked.body.length > 0)
    throw new Refusal(400, 'InvalidRequest', 'A request body was provided when none was expected')
  const { resident } = world.readToken(asked, 'refresh')
  if (resident.state === 'taken_down')
    throw new Refusal(401, 'AccountTakedown', 'Account has been taken down')
  return ok(sessionOf(world, resident))
}

function sessionOf(world: World, resident: Resident): JsonObject {
  return {
    accessJwt: world.makeToken(resident, 'appPass'),
    refreshJwt: world.makeToken(resident, 'refresh'),
    did: resident.did,
    handle: resident.handle,
    active: resident.state === 'active',
  }
}

function uploadBlob(world: World, asked: Asked): Answer {
  const { resident } = world.readToken(asked, 'appPass')
  if (asked.body.length > blobLimit(world.options))
    throw new Refusal(413, 'PayloadTooLarge', 'request entity too large')
  const cid = makeCid(0x55, asked.body)
  if (!resident.blobs.has(cid))
    resident.blobs.set(cid, { bytes: asked.body, mimeType: asked.type, isKept: false })
  return ok({ blob: { $type: 'blob', ref: { $link: cid }, mimeType: asked.type, size: asked.body.length } })
}

function putRecord(world: World, asked: Asked): Answer {
  const { resident } = world.readToken(asked, 'appPass')
  const { repo, rkey, record, swapRecord, collection: into } = readJson(asked.body)
  world.checkState(resident, String(repo))
  resident.points += 2
  if (resident.points > pointsPerHour) throw new Refusal(429, 'RateLimitExceeded', 'Rate Limit Exceeded')
  const value = objectOf(record)
  if (!value || into !== collection) throw new Refusal(400, 'InvalidRequest', 'Invalid record')
  const imageMaxBytes = world.options.isOld ? 1_000_000 : 2_000_000
  const fault = findRecordFault(String(rkey), value, imageMaxBytes)
  if (fault) throw new Refusal(400, 'InvalidRequest', `Invalid ${collection} record: ${fault}`)
  const cid = makeCid(0x71, Buffer.from(canonical(value)))
  const current = resident.records.get(String(rkey))
  const uri = uriOf(resident, String(rkey))
  if (current?.cid === cid) return ok({ uri, cid, validationStatus: 'valid' })
  if (current && swapRecord !== undefined && swapRecord !== current.cid)
    throw new Refusal(400, 'InvalidSwap', `Record was at ${current.cid}`)
  keepBlobs(resident, value)
  resident.records.set(String(rkey), { cid, value })
  return ok({
    uri,
    cid,
    commit: { cid: makeCid(0x71, randomBytes(8)), rev: String(rkey) },
    validationStatus: 'valid',
  })
}

function keepBlobs(resident: Resident, record: JsonObject): void {
  const wanted = blobsOf(record).map((said) => ({ ...said, stored: resident.blobs.get(said.cid) }))
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

function getRecord(world: World, { query }: Asked): Answer {
  const resident = world.find(query.get('repo') ?? '')
  // What is not here is asked of the network's index, which the fake has none of.
  if (resident?.state !== 'active') throw new Refusal(502, 'UpstreamFailure', 'Upstream service unreachable')
  const rkey = query.get('rkey') ?? ''
  const found = query.get('collection') === collection ? resident.records.get(rkey) : undefined
  if (!found) throw new Refusal(400, 'RecordNotFound', `Could not locate record: ${uriOf(resident, rkey)}`)
  return ok({ uri: uriOf(resident, rkey), cid: found.cid, value: found.value })
}

function ok(json: JsonObject | null): Answer {
  return { status: 200, json }
}

function uriOf({ did }: FakeAccount, rkey: string): string {
  return `at://${did}/${collection}/${rkey}`
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
