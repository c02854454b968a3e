import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '../../../lib/json/json.ts'
import { fakeSecrets } from './fake-secrets.ts'

/** The misfortune of one call. */
export type Fault =
  /** The connection ends before anything is done; with `reset`, by a TCP reset. */
  | { readonly kind: 'drop' | 'reset' }
  /** It is done, and the connection ends before a byte of the answer. */
  | { readonly kind: 'lose_answer' }
  /** It is done, and answered 500. */
  | { readonly kind: 'fail_after' }
  /** It is not done, and the connection stays open without an answer. */
  | { readonly kind: 'never' }
  /** It is done and answered so much later. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** The connection ends at once, and the server works on: it is done so much later. */
  | { readonly kind: 'hang_up'; readonly workMs?: number }
  /** It is not done, and answered so. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: string
      readonly headers?: Readonly<Record<string, string>>
    }

/** A call as it arrived. */
export interface FakeCall {
  /** Such as `POST /api/v1/statuses`, without its query, unless the network names its calls otherwise. */
  readonly name: string
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** An answer: JSON, other bytes, or nothing where `json` is null. */
export interface FakeAnswer {
  readonly status: number
  readonly json: Json
  readonly bytes?: { readonly bytes: Uint8Array; readonly mimeType: string } | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A refusal that ends the work on a call wherever it is thrown. */
export class FakeRefusal extends Error {
  readonly answer: FakeAnswer
  constructor(message: string, answer: FakeAnswer) {
    super(message)
    this.answer = answer
  }
}

type Route = (call: FakeCall, id: string) => FakeAnswer | Promise<FakeAnswer>

export interface FakeNetwork {
  /**
   * The calls it knows, by name; `:id` stands for one part of a path, which the route is given. `*` answers all others,
   * and a network without it answers them 404.
   */
  readonly routes: Readonly<Record<string, Route>>
  /** The name of a call where it is not the method and the path. */
  nameOf?(method: string, path: string, headers: IncomingMessage['headers']): string
  /** The body of a 500. */
  readonly internalError: Json
}

export interface FakeServer {
  readonly url: string
  /** Every call, in the order of arrival. */
  readonly calls: readonly FakeCall[]
  /** Several faults of one call happen one after the other. */
  inject(name: string, fault: Fault): void
  close(): Promise<void>
}

/** Faults that end the connection without an answer. */
const breaking: ReadonlySet<Fault['kind']> = new Set(['drop', 'reset', 'lose_answer', 'hang_up'])

/** A server that stands for a network in tests, on a free port of this machine. */
export async function startFakeServer(network: FakeNetwork): Promise<FakeServer> {
  const faults = new Map<string, Fault[]>()
  const calls: FakeCall[] = []
  const kept = new WeakSet<Socket>()
  const server = createServer((request, response) => {
    serve(request, response).catch((error: Error) => response.destroy(error))
  })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(network, request)
    calls.push(call)
    const queue = faults.get(call.name)
    const fault = queue?.shift()
    // A client makes a GET once more when it was on a kept connection. The fault strikes that one too.
    if (fault && breaking.has(fault.kind) && call.method === 'GET' && kept.has(request.socket))
      queue?.unshift(fault)
    kept.add(request.socket)
    if (fault?.kind === 'drop') return void response.destroy()
    if (fault?.kind === 'never') return
    if (fault?.kind === 'reset') return void request.socket.resetAndDestroy()
    if (fault?.kind === 'answer') return void response.writeHead(fault.status, fault.headers).end(fault.body)
    if (fault?.kind === 'slow') await pause(fault.ms)
    if (fault?.kind === 'hang_up') {
      response.destroy()
      await pause(fault.workMs ?? 0)
    }
    const answer = await answerCall(network, call)
    if (fault?.kind === 'lose_answer') return void response.destroy()
    const isBroken = fault?.kind === 'fail_after'
    writeAnswer(response, isBroken ? { status: 500, json: network.internalError } : answer)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    inject: (name, fault) => void faults.set(name, [...(faults.get(name) ?? []), fault]),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readCall({ nameOf }: FakeNetwork, request: IncomingMessage): Promise<FakeCall> {
  const { method = '', headers } = request
  const url = new URL(request.url ?? '/', `http://${headers.host}`)
  const name = nameOf ? nameOf(method, url.pathname, headers) : `${method} ${url.pathname}`
  return { name, method, url, headers, body: Buffer.concat(await request.toArray()) }
}

async function answerCall({ routes }: FakeNetwork, call: FakeCall): Promise<FakeAnswer> {
  const [route, id] = findRoute(routes, call.name)
  try {
    return route ? await route(call, id) : { status: 404, json: { error: 'Not found' } }
  } catch (error) {
    if (error instanceof FakeRefusal) return error.answer
    throw error
  }
}

function findRoute(routes: FakeNetwork['routes'], name: string): [Route | undefined, string] {
  if (Object.hasOwn(routes, name)) return [routes[name], '']
  const parts = name.split('/')
  for (const [pattern, route] of Object.entries(routes)) {
    const expected = pattern.split('/')
    const place = expected.indexOf(':id')
    const isFitting = expected.every((part, index) => index === place || part === parts[index])
    if (place >= 0 && expected.length === parts.length && isFitting)
      return [route, decodeURIComponent(parts[place] ?? '')]
  }
  return [routes['*'], '']
}

function writeAnswer(response: ServerResponse, { status, json, bytes, headers }: FakeAnswer): void {
  if (response.destroyed) return
  const type = bytes?.mimeType ?? 'application/json; charset=utf-8'
  // A network says such words to its own clients alone; see `fakeSecrets`.
  const secret = {
    'set-cookie': `session=${fakeSecrets.canary}`,
    'x-session': `Bearer ${fakeSecrets.canary}`,
  }
  response.writeHead(status, { 'content-type': type, ...secret, ...headers })
  response.end(bytes?.bytes ?? (json === null ? '' : JSON.stringify(json)))
}
