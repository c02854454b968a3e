import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The way in which the next request that matches goes wrong. */
export type Fault =
  /** It goes well: the one after it does not. */
  | 'none'
  /** It reaches the server, and its answer nobody. */
  | 'answer lost'
  /** The answer breaks off in its middle. */
  | 'answer cut'
  /** It never reaches the server. */
  | 'request lost'
  /** Nothing at all is heard for as long as the client waits. */
  | 'silence'
  /** A proxy in between answers in its place. */
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }

export interface Passed {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

/** A bad line to a server: an address of its own, at which requests go wrong as a test says. */
export interface LosingProxy {
  readonly url: string
  /** Every request that came, in order. */
  readonly passed: readonly Passed[]
  /** The next requests with this method and beginning of a path go wrong in turn, then all goes well. */
  fail(method: string, path: string, ...faults: Fault[]): void
  close(): Promise<void>
}

/** Opens a bad line to a server. */
export async function startLosingProxy(target: string): Promise<LosingProxy> {
  const passed: Passed[] = []
  const planned: { method: string; path: string; faults: Fault[] }[] = []
  const server = createServer((incoming, answer) => {
    const { method = '', url = '', headers } = incoming
    passed.push({ method, path: url, headers })
    const plan = planned.find(
      (one) => one.faults.length > 0 && one.method === method && url.startsWith(one.path),
    )
    passOn(target, incoming, answer, plan?.faults.shift())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    fail: (method, path, ...faults) => void planned.push({ method, path, faults }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function passOn(
  target: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  fault: Fault = 'none',
): void {
  const drop = () => answer.socket?.destroy()
  if (fault === 'request lost') return void drop()
  if (fault === 'silence') return void incoming.resume()
  if (typeof fault === 'object') {
    incoming.resume()
    answer.writeHead(fault.status, fault.headers)
    return void answer.end(fault.body)
  }
  const { host } = new URL(target)
  const outgoing = request(`${target}${incoming.url}`, {
    method: incoming.method,
    headers: { ...incoming.headers, host },
  })
  incoming.pipe(outgoing)
  outgoing.on('error', drop)
  outgoing.on('response', (came) => {
    if (fault === 'answer lost') return void came.resume().on('end', drop)
    answer.writeHead(came.statusCode ?? 502, came.headers)
    if (fault === 'none') return void came.pipe(answer)
    came.once('data', (bytes: Buffer) => answer.write(bytes.subarray(0, 20), drop))
  })
}
