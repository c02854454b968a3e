import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** For this time a refused body is read and thrown away, so that its sender gets to read why. */
const discardMs = 5_000
const discardBytes = 64 * 1024 * 1024
const discardLookMs = 50

/** Requests whose client waits for `100 Continue` before it sends its body. */
const held = new WeakSet<IncomingMessage>()

/** Keeps a client that asks first (`Expect: 100-continue`) waiting until `acceptBody`: a refused body is never sent. */
export function holdBody(request: IncomingMessage): void {
  held.add(request)
}

export function acceptBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (held.delete(raw)) reply.raw.writeContinue()
}

/**
 * Reads the rest of a body whose answer goes out early, up to a limit. Closing at once would reset the connection, and many
 * clients would see that instead of the answer.
 */
export function discardBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  if (held.has(raw)) {
    void reply.header('connection', 'close')
    return
  }
  // The framework asks for it when it refuses a body, and Node would then close at once.
  void reply.removeHeader('connection')
  reply.raw.once('finish', () => {
    if (!raw.complete) discardRest(raw)
  })
}

function discardRest(raw: IncomingMessage): void {
  const { socket } = raw
  const startedAt = performance.now()
  const readBefore = socket.bytesRead
  const timer = setInterval(() => {
    const isTooLong = performance.now() - startedAt > discardMs
    if (isTooLong || socket.bytesRead - readBefore > discardBytes) socket.destroy()
  }, discardLookMs)
  raw.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer))
  raw.resume()
}
