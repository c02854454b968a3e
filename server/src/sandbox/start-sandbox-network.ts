import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDatabaseAway } from '../db/database.ts'
import type { Logger } from '../lib/log.ts'
import type { InternalHost } from '../lib/safe-fetch/outbound.ts'
import type { Network, NetworkAnswer, NetworkRequest } from './network.ts'
import { answerNetwork } from './network-api.ts'
import { Refusal } from './refusal.ts'

/** The host name of the network. It stands for this listener, and no resolver knows it. */
export const sandboxHost = 'sandbox.internal'

// The header that carries the secret of this start.
const secretHeader = 'x-sandbox-secret'

export interface SandboxNetwork {
  /** The way in, for the connector of this process alone. */
  readonly host: InternalHost
  /** Closes every connection, including hanging ones. */
  close(): Promise<void>
}

/**
 * Starts the simulated network on a free port of 127.0.0.1. Its state is in the database, so any number of processes may run
 * it side by side. Other programs on this machine reach the port too, so every request needs the secret of this start.
 * `publicUrl` is the address of its feeds, without a slash at the end.
 */
export async function startSandboxNetwork(parts: Network & { log: Logger }): Promise<SandboxNetwork> {
  const secret = randomBytes(32).toString('base64url')
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 10_000 }, (request, response) => {
    void serve({ ...parts, secret }, request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { port } = server.address() as AddressInfo
  return {
    host: { address: () => ({ host: '127.0.0.1', port }), headers: { [secretHeader]: secret } },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

async function serve(
  parts: Network & { log: Logger; secret: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    sendAnswer(response, await answerNetwork(parts, readRequest(request, parts.secret)))
  } catch (error) {
    if (error instanceof Refusal) return sendRefusal(response, error)
    if (response.headersSent || request.destroyed) return void response.destroy()
    if (!isDatabaseAway(error)) parts.log.error({ err: error }, 'the sandbox network failed')
    sendRefusal(response, new Refusal(503, 'unavailable', 'The network is away for a moment.'))
  }
}

function readRequest(request: IncomingMessage, secret: string): NetworkRequest {
  // A page in a browser can reach 127.0.0.1, but not under this name.
  if (request.headers.host !== sandboxHost) throw new Refusal(421, 'wrong_host', `This is ${sandboxHost}.`)
  if (!isSame(request.headers[secretHeader], secret))
    throw new Refusal(403, 'door_closed', 'Only Crier itself may ask this network.')
  const url = URL.parse(request.url ?? '/', `http://${sandboxHost}`)
  if (!url) throw new Refusal(400, 'address_invalid', 'This address cannot be read.')
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    readBody: (maxBytes) => readBody(request, maxBytes),
  }
}

// Hashes have one length, as a comparison in constant time needs it.
function isSame(given: string | string[] | undefined, secret: string): boolean {
  return typeof given === 'string' && timingSafeEqual(hash(given), hash(secret))
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Reads a body that is too large to its end and discards it, because a client that is still sending reads no answer. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  let chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = chunk as Buffer
    length += bytes.length
    if (length > maxBytes) chunks = []
    else chunks.push(bytes)
  }
  if (length > maxBytes) throw new Refusal(413, 'too_large', `At most ${maxBytes} bytes.`)
  return Buffer.concat(chunks)
}

function sendAnswer(response: ServerResponse, answer: NetworkAnswer): void {
  switch (answer.kind) {
    case 'json':
      sendJson(response, answer.status, answer.body, {})
      return
    case 'page':
      response.writeHead(answer.status, { 'content-type': 'text/html' }).end(answer.text)
      return
    case 'picture':
      response.writeHead(200, { 'content-type': 'image/png' }).end(answer.png)
      return
    case 'dropped':
      response.destroy()
      return
    case 'hung':
      // The client may wait as long as it likes.
      return
  }
}

function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  const { status, code, message, retryAfterSeconds } = refusal
  const retry: Record<string, string> =
    retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }
  sendJson(response, status, { error: { code, message } }, retry)
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: object | null,
  headers: Record<string, string>,
): void {
  if (body === null) {
    response.writeHead(status, headers).end()
    return
  }
  const text = JSON.stringify(body)
  const length = String(Buffer.byteLength(text))
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...headers })
    .end(text)
}
