import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a receiver of webhooks got it. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly at: number
}

/** How a receiver answers. */
export type Behave = (answer: ServerResponse, received: Received) => void

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** How it answers from now on; 200 at first. */
  behave: Behave
  /** Requests to one path. */
  at(path: string): Received[]
  close(): Promise<void>
}

export const answerWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Behave =>
  (answer) => {
    answer.writeHead(status, headers).end(body)
  }

/** A server of a customer. */
export async function startReceiver(behave: Behave = answerWith(200)): Promise<Receiver> {
  const server = createServer((request, answer) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const received = { path: request.url ?? '', headers: request.headers, body, at: performance.now() }
      receiver.received.push(received)
      receiver.behave(answer, received)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    behave,
    at: (path) => receiver.received.filter((each) => each.path === path),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
