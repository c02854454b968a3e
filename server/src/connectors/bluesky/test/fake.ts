import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, methods } from './fake-methods.ts'
import {
  type Asked,
  createWorld,
  type FakeAccount,
  type FakeBlueskyOptions,
  Refusal,
  type World,
} from './fake-world.ts'

/** A fault in the next call of a method. */
export type Fault =
  /** The connection is destroyed before anything is done. */
  | { readonly kind: 'drop' }
  /** The call takes effect, and the connection is destroyed before the first byte of the answer. */
  | { readonly kind: 'lose_answer' }
  /** The call takes effect, and is answered with 500. */
  | { readonly kind: 'fail_after' }
  /** The connection is destroyed at once, and the call takes effect so much later. */
  | { readonly kind: 'hang_up'; readonly workMs: number }
  /** The call has no effect, and is answered like this. */
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
  close(): Promise<void>
}

export async function startFakeBluesky(options: FakeBlueskyOptions = {}): Promise<FakeBluesky> {
  const world = createWorld(options)
  const faults = new Map<string, Fault[]>()
  const calls: FakeCall[] = []
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake')
    const method = decodeURIComponent(url.pathname).replace('/xrpc/', '')
    const body = Buffer.concat(await request.toArray())
    const authorization = request.headers.authorization ?? null
    calls.push({ method, authorization, body })
    const fault = faults.get(method)?.shift()
    if (fault?.kind === 'drop') return void response.destroy()
    if (fault?.kind === 'answer') return void response.writeHead(fault.status, fault.headers).end(fault.body)
    if (fault?.kind === 'hang_up') {
      response.destroy()
      await pause(fault.workMs)
    }
    const type = request.headers['content-type'] ?? ''
    const answer = answerOf(world, request.method ?? '', method, {
      method,
      origin: `http://${request.headers.host}`,
      query: url.searchParams,
      body,
      type,
      authorization,
    })
    if (fault?.kind === 'lose_answer' || fault?.kind === 'hang_up') return void response.destroy()
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
    settle: (account) => void world.settle(account),
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
    rename: (did, handle) => {
      world.resident(did).handle = handle
    },
    setHome: (did, origin) => {
      world.resident(did).home = origin
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
  const handler = method.startsWith('/did:') ? methods.did : methods[method]
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
