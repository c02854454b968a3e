import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { onceClosed } from './once-closed.ts'

/** When this many requests of a connection wait, nothing more is read from it. */
const mostWaiting = 16

/** Answers the requests of one connection one after the other, so that a client which sends many at once slows down only itself. */
export interface PipelinedRequests {
  /** Serves a request as soon as the one before it on its connection is answered. */
  serve: RequestListener
  /**
   * Ends a connection whose bytes cannot be read any further, after the answers that it is still owed. False: it is owed none,
   * so these bytes may have an answer.
   */
  endAfterAnswers(socket: Socket): boolean
}

interface PipelinedRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

interface Line {
  current: PipelinedRequest | null
  isEnding: boolean
  readonly waiting: PipelinedRequest[]
}

export function createPipelinedRequests(serve: RequestListener): PipelinedRequests {
  const lines = new WeakMap<Socket, Line>()

  function begin(socket: Socket, line: Line, next: PipelinedRequest): void {
    line.current = next
    onceClosed(next.response, () => {
      line.current = null
      // Other connections come first.
      if (line.waiting.length > 0) setImmediate(continueWith, socket, line)
      else if (line.isEnding) socket.destroySoon()
    })
    serve(next.request, next.response)
  }

  function continueWith(socket: Socket, line: Line): void {
    // After an answer that ends the connection, nothing more may be done for it.
    if (!socket.writable) line.waiting.length = 0
    const next = line.waiting.shift()
    if (next) begin(socket, line, next)
    if (!isFull(line) && socket.isPaused()) socket.resume()
  }

  return {
    serve: (request, response) => {
      const { socket } = request
      const line = lines.get(socket) ?? { current: null, isEnding: false, waiting: [] }
      if (line.current === null && line.waiting.length === 0) {
        lines.set(socket, line)
        begin(socket, line, { request, response })
        return
      }
      line.waiting.push({ request, response })
      if (line.waiting.length === mostWaiting) stopReading(socket, line)
    },
    endAfterAnswers: (socket) => {
      const line = lines.get(socket)
      const { current = null, waiting = [] } = line ?? {}
      if (!line || (current === null && waiting.length === 0)) return false
      // The bytes belong to the body of the only request, and its answer has not begun.
      if (current !== null && !current.request.complete && !current.response.headersSent) return false
      line.isEnding = true
      socket.pause()
      return true
    },
  }
}

const held = new WeakSet<Socket>()

// Node resumes a connection by itself when one of its requests is done.
function stopReading(socket: Socket, line: Line): void {
  socket.pause()
  if (held.has(socket)) return
  held.add(socket)
  socket.on('resume', () => {
    if (isFull(line)) socket.pause()
  })
}

function isFull({ waiting }: Line): boolean {
  return waiting.length >= mostWaiting
}
