import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { newId } from '../../lib/id.ts'
import { problemType, unreadableRequest, writeProblem } from '../problems.ts'
import { createPipelinedRequests, type PipelinedRequests } from './pipelined-requests.ts'
import { holdBody } from './unread-body.ts'

/** Creates the server below the framework: its limits, the order of its answers, and its answers to bytes that are no HTTP. */
export function createNodeServer(route: RequestListener, publicUrl: string): Server {
  const pipelined = createPipelinedRequests(route)
  const server = createServer(
    {
      headersTimeout: 10_000,
      // Uploads take longer than any limit for a whole request; operations bound their own bodies.
      requestTimeout: 0,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16 * 1024,
      // Node would answer with an empty 400; `checkFraming` answers with a problem.
      requireHostHeader: false,
    },
    pipelined.serve,
  )
  server.setTimeout(60_000)
  server.maxRequestsPerSocket = 1_000
  server.on('checkContinue', (request, response) => {
    holdBody(request)
    pipelined.serve(request, response)
  })
  // Any other expectation is refused by `checkFraming`.
  server.on('checkExpectation', pipelined.serve)
  // Node refuses the request after the last one that a connection may send, and would leave the connection open.
  server.on('dropRequest', (_request, socket: Socket) => {
    if (!pipelined.endAfterAnswers(socket)) setImmediate(() => socket.destroySoon())
  })
  server.on('clientError', (error: ClientError, socket: Socket) =>
    refuseUnreadable(pipelined, error, socket, publicUrl),
  )
  return server
}

interface ClientError extends Error {
  code?: string
}

// Bytes that cannot be read as HTTP make no request, so the answer is written by hand, unless it would end up in another one.
function refuseUnreadable(
  pipelined: PipelinedRequests,
  error: ClientError,
  socket: Socket,
  publicUrl: string,
): void {
  if (error.code !== 'ECONNRESET' && pipelined.endAfterAnswers(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = unreadableRequest(error.code)
  const body = writeProblem(problem, newId(), publicUrl)
  socket.end(
    `HTTP/1.1 ${problem.status} ${problem.code}\r\nContent-Type: ${problemType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
