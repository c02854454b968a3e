import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A refused body is read and thrown away for so long, so that its sender gets to read why. */
const discardMs = 2_000

/** Requests whose client sends its body only when told to. */
const held = new WeakSet<IncomingMessage>()

/** Keeps clients that ask first (`Expect: 100-continue`) waiting until `letBodyIn`: a refused body is never sent. */
export function holdBodies(app: FastifyInstance): void {
  app.server.on('checkContinue', (request, response) => {
    held.add(request)
    app.routing(request, response)
  })
}

export function letBodyIn({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (held.delete(raw)) reply.raw.writeContinue()
}

/**
 * Reads the rest of a body whose answer goes out early. Closing at once would reset the connection, and many clients would
 * see that instead of the answer.
 */
export function discardBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  if (held.has(raw)) {
    void reply.header('connection', 'close')
    return
  }
  reply.raw.once('finish', () => {
    if (raw.complete) return
    const timer = setTimeout(() => raw.socket.destroy(), discardMs)
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    raw.resume()
  })
}
