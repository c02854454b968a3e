import type { JsonObject } from '../../../lib/json/json.ts'
import {
  type FakeAnswer,
  type Fault,
  type FakeCall as ServerCall,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import type { FakeAuthorization } from './fake-authorization.ts'
import { methods } from './fake-methods.ts'
import { createWorld, type FakeAccount, type FakeBlueskyOptions, Refusal, type World } from './fake-world.ts'

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
  /** Takes an account of another server in, as after a move. */
  settle(account: FakeAccount): void
  /** Several faults of one method happen one after the other. */
  inject(method: string, fault: Fault): void
  /** Access tokens given until now have expired. */
  expireAccess(did: string): void
  /** The app password is taken back: no session works and none can be renewed. */
  revoke(did: string): void
  setState(did: string, state: 'active' | 'taken_down' | 'deactivated' | 'moved'): void
  /** Another name, from the next session on. */
  rename(did: string, handle: string): void
  /** Says in the directory, which this server is too, that the account lives there. */
  setHome(did: string, origin: string): void
  forgetBlobs(did: string): void
  /** The network's index counts so much of a post. */
  count(uri: string, counts: JsonObject): void
  /** The owner deletes a post in another program. */
  remove(did: string, uri: string): void
  /** Its sign-in by OAuth. */
  readonly authorization: FakeAuthorization
  close(): Promise<void>
}

export async function startFakeBluesky(options: FakeBlueskyOptions = {}): Promise<FakeBluesky> {
  const world = createWorld(options)
  const { authorization } = world
  const server = await startFakeServer({
    routes: { '*': (call) => answerOf(world, call) },
    nameOf: (_, path) => decodeURIComponent(path).replace('/xrpc/', ''),
    internalError: { error: 'InternalServerError', message: 'Internal Server Error' },
  })
  authorization.origin = server.url
  return {
    authorization,
    url: server.url,
    get calls() {
      return server.calls.map(({ name, headers: { authorization = null }, body }) => ({
        method: name,
        authorization,
        body,
      }))
    },
    inject: server.inject,
    close: server.close,
    createAccount: (handle) => world.addResident(handle),
    settle: (account) => void world.settle(account),
    expireAccess: (did) => {
      world.resident(did).accessFrom = world.tick()
      authorization.endAccess(did)
    },
    revoke: (did) => {
      const resident = world.resident(did)
      resident.accessFrom = world.tick()
      resident.refreshFrom = world.tick()
      authorization.endGrants(did)
    },
    setState: (did, state) => {
      world.resident(did).state = state
    },
    rename: (did, handle) => {
      world.resident(did).handle = handle
    },
    setHome: (did, origin) => {
      world.resident(did).home = origin
    },
    forgetBlobs: (did) => world.resident(did).blobs.clear(),
    count: (uri, counts) => void world.counts.set(uri, counts),
    remove: (did, uri) => void world.resident(did).records.delete(uri.replace(`at://${did}/`, '')),
  }
}

function answerOf(world: World, call: ServerCall): FakeAnswer | Promise<FakeAnswer> {
  const { name, method, url, headers, body } = call
  const signIn = world.authorization.routes[name]
  if (signIn) return signIn(call)
  const handler = name.startsWith('/did:') ? methods.did : methods[name]
  if (!handler) throw new Refusal(501, 'MethodNotImplemented', 'Method Not Implemented')
  if (method !== handler.verb)
    throw new Refusal(400, 'InvalidRequest', `Incorrect HTTP method (${method}) expected ${handler.verb}`)
  const { authorization = null, 'content-type': type = '' } = headers
  return handler.answer(world, {
    method: name,
    origin: url.origin,
    query: url.searchParams,
    body,
    type,
    authorization,
    call,
  })
}
