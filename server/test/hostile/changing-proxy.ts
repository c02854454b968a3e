import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseStorable } from '../../src/lib/json/storable-json.ts'
import type { OutboundAnswer } from '../../src/lib/safe-fetch/outbound.ts'
import type { RawAnswer } from './change-answer.ts'

/** Stands before the server of a network and changes its answers. */
export interface ChangingProxy {
  readonly url: string
  /** Changes every answer from now on. */
  change(how: (honest: OutboundAnswer) => RawAnswer | null): void
  close(): Promise<void>
}

export async function startChangingProxy(target: string): Promise<ChangingProxy> {
  let change: (honest: OutboundAnswer) => RawAnswer | null = () => null
  const server = createServer((asked, response) => {
    pass(target, asked, response, (honest) => change(honest)).catch((error: Error) => response.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: (how) => {
      change = how
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

// These belong to one connection, or are not true of changed bytes.
const notPassedOn = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'host',
])

async function pass(
  target: string,
  asked: IncomingMessage,
  response: ServerResponse,
  change: (honest: OutboundAnswer) => RawAnswer | null,
): Promise<void> {
  const body = Buffer.concat(await asked.toArray())
  const answer = await fetch(target + asked.url, {
    method: asked.method ?? 'GET',
    headers: passedOn(Object.entries(asked.headers).map(([name, value]) => [name, String(value)])),
    redirect: 'manual',
    ...(body.length > 0 ? { body } : {}),
  })
  // The server names itself by our address, as it would behind a proxy of its own.
  const text = (await answer.text()).replaceAll(target, `http://${asked.headers.host}`)
  const bytes = Buffer.from(text)
  const headers = passedOn([...answer.headers])
  const honest = { status: answer.status, headers, bytes, text, json: parseStorable(text) }
  const sent = change(honest) ?? { status: honest.status, headers, bytes }
  response.writeHead(sent.status, { ...sent.headers, 'content-length': sent.bytes.length }).end(sent.bytes)
}

function passedOn(headers: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => !notPassedOn.has(name)))
}
