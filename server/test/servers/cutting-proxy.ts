import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A way in which the proxy breaks a call instead of passing it through. */
export type Cut =
  /** The server never hears of it. */
  | { readonly kind: 'before' }
  /** The server never hears of it, and nobody answers. */
  | { readonly kind: 'silence' }
  /** The server has answered; the connection is destroyed before a byte of that reaches the caller. */
  | { readonly kind: 'after' }
  /** The server has answered; the caller gets half of the body, then the connection is destroyed. */
  | { readonly kind: 'midway' }
  /** The connection is destroyed at once; the server hears of it so much later. */
  | { readonly kind: 'pass_later'; readonly ms: number }
  /** The server never hears of it; a gateway answers for it. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }

/** Stands before a real server and breaks connections at the moment a test needs. */
export interface CuttingProxy {
  readonly url: string
  /** Every call that arrived: method and path with query, in order. */
  readonly calls: readonly string[]
  /** The next call whose path holds `part` is cut; several are cut one after the other. */
  cutNext(part: string, cut: Cut): void
  stop(): Promise<void>
}

/** `keepsHost`: the server sees the name by which the proxy was called, as a signature needs it. */
export async function startCuttingProxy(
  target: string,
  { keepsHost }: { keepsHost: boolean } = { keepsHost: false },
): Promise<CuttingProxy> {
  const cuts: { part: string; cut: Cut }[] = []
  const calls: string[] = []
  const server = createServer((asked, response) => {
    const path = asked.url ?? '/'
    calls.push(`${asked.method} ${path}`)
    const index = cuts.findIndex(({ part }) => path.includes(part))
    const cut = index === -1 ? null : (cuts.splice(index, 1)[0]?.cut ?? null)
    handle({ target, keepsHost }, asked, response, cut).catch((error: Error) => response.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    cutNext: (part, cut) => void cuts.push({ part, cut }),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Onward {
  readonly target: string
  readonly keepsHost: boolean
}

async function handle(
  onward: Onward,
  asked: IncomingMessage,
  response: ServerResponse,
  cut: Cut | null,
): Promise<void> {
  const body = Buffer.concat(await asked.toArray())
  if (cut?.kind === 'silence') return
  if (cut?.kind === 'before') return void response.destroy()
  if (cut?.kind === 'answer') return void response.writeHead(cut.status, cut.headers).end(cut.body)
  if (cut?.kind === 'pass_later') {
    response.destroy()
    await pause(cut.ms)
  }
  const { status, headers, content } = await pass(onward, asked, body)
  if (cut?.kind === 'after' || cut?.kind === 'pass_later') return void response.destroy()
  response.writeHead(status, headers)
  if (cut?.kind === 'midway') {
    response.write(content.subarray(0, content.length / 2), () => response.destroy())
    return
  }
  response.end(content)
}

interface Passed {
  status: number
  headers: Record<string, string | string[]>
  content: Buffer
}

async function pass({ target, keepsHost }: Onward, asked: IncomingMessage, body: Buffer): Promise<Passed> {
  const host = keepsHost ? asked.headers.host : new URL(target).host
  const onward = request(new URL(asked.url ?? '/', target), {
    method: asked.method,
    headers: { ...asked.headers, host, 'content-length': body.length },
    agent: false,
  })
  if (asked.headers['transfer-encoding']) onward.removeHeader('transfer-encoding')
  if (body.length === 0 && asked.method === 'GET') onward.removeHeader('content-length')
  // Some servers send the end of a body that an answer to HEAD or DELETE does not have.
  onward.on('error', () => undefined)
  onward.end(body)
  const [answer] = (await once(onward, 'response')) as [IncomingMessage]
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && !['transfer-encoding', 'connection', 'content-length'].includes(name))
      headers[name] = value
  }
  const content = Buffer.concat(await answer.toArray())
  // An answer to HEAD tells the length of a body that does not come.
  headers['content-length'] =
    (asked.method === 'HEAD' ? answer.headers['content-length'] : undefined) ?? String(content.length)
  return { status: answer.statusCode ?? 502, headers, content }
}
