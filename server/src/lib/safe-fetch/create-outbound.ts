import type { Socket } from 'node:net'
import { Agent, Client, errors } from 'undici'
import { type OpenBody, openBody } from './body.ts'
import { converse } from './converse.ts'
import {
  checkDestination,
  createOpenSocket,
  type Destination,
  type OpenSocket,
  readDestination,
} from './create-open-socket.ts'
import { exchange } from './exchange.ts'
import { openAnswer } from './open-answer.ts'
import {
  type Outbound,
  OutboundError,
  type OutboundLimits,
  type OutboundOptions,
  type OutboundRequest,
} from './outbound.ts'

// Our own timer limits every exchange. undici's timers are coarse and therefore off.
const plainHttp = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 } as const

type SendLimits = OutboundLimits & { readonly beforeWrite?: () => void }

/** A request whose form is right, and where it goes. */
interface Checked {
  readonly request: OutboundRequest
  readonly destination: Destination
}

/**
 * Creates the Outbound. `fetch` keeps connections for 4 s and reuses them; `sendOnce` opens a new one each time. A server may
 * close a kept connection at the moment at which it is used again; a GET is then made once more, on a connection of its own.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const openSocket = createOpenSocket(options)
  const openPublicSocket = createOpenSocket({ ...options, allow: [] })
  // A kept connection is used again without another check, so the stricter check needs connections of its own.
  const kept = { allowed: createAgent(openSocket), public: createAgent(openPublicSocket) }
  const sending = new Set<Client>()
  const sendAlone = async (
    { request, destination }: Checked,
    content: OpenBody['content'],
    limits: SendLimits,
  ) => {
    const open = limits.isPublicOnly ? openPublicSocket : openSocket
    const socket = await open(destination, limits.signal)
    const client = createSingleUseClient(httpOf(request.url).origin, socket, limits)
    sending.add(client)
    const { url, talk } = request
    const answer = talk
      ? converse(client, { url, first: String(request.body), talk }, limits)
      : exchange(client, request, content, limits)
    return answer.finally(() => {
      sending.delete(client)
      // A connection that became a WebSocket's is none of the client's any more.
      socket.destroySoon()
      return client.destroy(hasEnded)
    })
  }
  return {
    fetch: async (given, limits) => {
      const checked = readRequest(given, options)
      const { request } = checked
      if (request.talk) return sendAlone(checked, null, limits)
      const body = await openBody(request.body, limits.signal)
      const { agent, isStale } = limits.isPublicOnly ? kept.public : kept.allowed
      let isAnswered = false
      const onAnswer = () => {
        isAnswered = true
      }
      try {
        return await exchange(agent, request, body.content, { ...limits, onAnswer })
      } catch (error) {
        const isRepeatable =
          request.method === 'GET' || (limits.isRepeatable && typeof request.body === 'string')
        if (!isRepeatable || isAnswered || !isStale(error)) throw error
        return await sendAlone(checked, request.method === 'GET' ? null : body.content, limits)
      } finally {
        body.close()
      }
    },
    sendOnce: async (given, limits) => {
      const checked = readRequest(given, options)
      const body = await openBody(checked.request.body, limits.signal)
      try {
        return await sendAlone(checked, body.content, limits)
      } finally {
        body.close()
      }
    },
    open: async (url, limits) => {
      const { request } = readRequest(
        { method: 'GET', url, headers: limits.headers ?? {}, body: null },
        options,
      )
      return openAnswer(kept.allowed.agent, url, { ...limits, headers: request.headers })
    },
    check: async (url, signal) => {
      const { destination } = readRequest({ method: 'GET', url, headers: {}, body: null }, options)
      await checkDestination(destination, options, signal)
    },
    close: async () => {
      await Promise.all(
        [kept.allowed.agent, kept.public.agent, ...sending].map((dispatcher) => dispatcher.destroy()),
      )
    },
  }
}

// These errors are made once, because a stack costs more than a request and undici wants them after each.
const hasEnded = new Error('The exchange has ended.')
const closedTooEarly = new OutboundError('not_sent', 'The connection was closed before it was used.')

/** An agent that keeps connections. */
interface KeepingAgent {
  readonly agent: Agent
  /** True of a request that failed because its connection broke after an answer to an earlier one. */
  isStale(error: unknown): boolean
}

function createAgent(openSocket: OpenSocket): KeepingAgent {
  const afterAnswers = new WeakSet<Error>()
  const agent = new Agent({
    ...plainHttp,
    connect: ({ protocol, hostname, port }, callback) => {
      const secure = protocol === 'https:'
      openSocket({ secure, hostname, port: port ? Number(port) : secure ? 443 : 80 }, null).then(
        (socket) => {
          socket.once('error', (error) => {
            if (socket.bytesRead > 0) afterAnswers.add(error)
          })
          callback(null, socket)
        },
        (error: Error) => callback(error, null),
      )
    },
  })
  const isStale = (error: unknown) => {
    const cause = error instanceof OutboundError ? error.cause : null
    // undici makes this error itself when the server has closed the connection in the regular way.
    if (cause instanceof errors.SocketError) return (cause.socket?.bytesRead ?? 0) > 0
    return cause instanceof Error && afterAnswers.has(cause)
  }
  return { agent, isStale }
}

/** Makes a client with this one connection, which can never open another. A request on it is written once or not at all. */
function createSingleUseClient(origin: string, socket: Socket, { maxBytes }: OutboundLimits): Client {
  let isTaken = false
  return new Client(origin, {
    ...plainHttp,
    webSocket: { maxPayloadSize: maxBytes },
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
function readRequest(given: OutboundRequest, { internalHosts }: OutboundOptions): Checked {
  if (Object.keys(given.headers).some((name) => name.toLowerCase() === 'host')) {
    throw new OutboundError('not_sent', 'The host header follows from the address and cannot be given.')
  }
  const url = URL.parse(given.url)
  if (!url) throw new OutboundError('blocked', 'This address may not be reached: it cannot be read.')
  if (given.talk && !['wss:', 'ws:'].includes(url.protocol))
    throw new OutboundError('blocked', `This address may not be reached: ${url.protocol} is not wss or ws.`)
  const destination = readDestination(given.talk ? httpOf(url.href) : url)
  const internal = internalHosts.get(destination.hostname)
  const request = internal ? { ...given, headers: { ...given.headers, ...internal.headers } } : given
  return { request, destination }
}

/** The address with which a WebSocket is asked for; any other as it is. */
function httpOf(url: string): URL {
  return new URL(url.replace(/^ws/i, 'http'))
}
