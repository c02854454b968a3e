import type { Socket } from 'node:net'
import { Agent, Client } from 'undici'
import { openBody } from './body.ts'
import { exchange } from './exchange.ts'
import { openAnswer } from './open-answer.ts'
import { createOpenSocket, type Destination, type OpenSocket, readDestination } from './open-socket.ts'
import { type Outbound, OutboundError, type OutboundOptions, type OutboundRequest } from './outbound.ts'

// Our own timer limits every exchange. undici's timers are coarse and therefore off.
const plainHttp = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 } as const

/** Creates the Outbound. `fetch` keeps connections for 4 s and reuses them; `sendOnce` opens a new one each time. */
export function createOutbound(options: OutboundOptions): Outbound {
  const openSocket = createOpenSocket(options)
  const openPublicSocket = createOpenSocket({ ...options, allow: [] })
  // A kept connection is used again without another check, so the stricter check needs connections of its own.
  const [agent, publicAgent] = [createAgent(openSocket), createAgent(openPublicSocket)]
  const sending = new Set<Client>()
  return {
    fetch: async (given, limits) => {
      const { request } = readRequest(given, options)
      const body = await openBody(request.body, limits.signal)
      return exchange(limits.isPublicOnly ? publicAgent : agent, request, body.content, limits).finally(
        body.close,
      )
    },
    sendOnce: async (given, limits) => {
      const { request, destination } = readRequest(given, options)
      const body = await openBody(request.body, limits.signal)
      try {
        const open = limits.isPublicOnly ? openPublicSocket : openSocket
        const socket = await open(destination, limits.signal)
        const client = createSingleUseClient(new URL(request.url).origin, socket)
        sending.add(client)
        return await exchange(client, request, body.content, limits).finally(() => {
          sending.delete(client)
          return client.destroy(hasEnded)
        })
      } finally {
        body.close()
      }
    },
    open: async (url, limits) => {
      readRequest({ method: 'GET', url, headers: {}, body: null }, options)
      return openAnswer(agent, url, limits)
    },
    close: async () => {
      await Promise.all([agent, publicAgent, ...sending].map((dispatcher) => dispatcher.destroy()))
    },
  }
}

// These errors are made once, because a stack costs more than a request and undici wants them after each.
const hasEnded = new Error('The exchange has ended.')
const closedTooEarly = new OutboundError('not_sent', 'The connection was closed before it was used.')

function createAgent(openSocket: OpenSocket): Agent {
  return new Agent({
    ...plainHttp,
    connect: ({ protocol, hostname, port }, callback) => {
      const secure = protocol === 'https:'
      openSocket({ secure, hostname, port: port ? Number(port) : secure ? 443 : 80 }, null).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      )
    },
  })
}

/** Makes a client with this one connection, which can never open another. A request on it is written once or not at all. */
function createSingleUseClient(origin: string, socket: Socket): Client {
  let isTaken = false
  return new Client(origin, {
    ...plainHttp,
    pipelining: 0,
    connect: (_options, callback) => {
      if (isTaken) return callback(closedTooEarly, null)
      isTaken = true
      // undici ignores an answer that comes within its own call.
      queueMicrotask(() => callback(null, socket))
    },
  })
}

/**
 * Checks the form of a request, and adds the headers that an internal host asks for.
 * @throws OutboundError `blocked`, before anything is resolved or read.
 */
function readRequest(
  given: OutboundRequest,
  { internalHosts }: OutboundOptions,
): { request: OutboundRequest; destination: Destination } {
  if (Object.keys(given.headers).some((name) => name.toLowerCase() === 'host')) {
    throw new OutboundError('not_sent', 'The host header follows from the address and cannot be given.')
  }
  const url = URL.parse(given.url)
  if (!url) throw new OutboundError('blocked', 'This address may not be reached: it cannot be read.')
  const destination = readDestination(url)
  const internal = internalHosts.get(destination.hostname)
  const request = internal ? { ...given, headers: { ...given.headers, ...internal.headers } } : given
  return { request, destination }
}
