import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { StreamAnswer, StreamRoute } from '../operation.ts'
import { discardBody, letBodyIn } from './unread-body.ts'

/** Registers the routes that read and write bytes themselves; no parser touches their bodies. */
export function serveStreams(app: FastifyInstance, context: Context, routes: readonly StreamRoute[]): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onRequest', async ({ raw }) => {
    // Of a type that cannot be read the framework would say that it should be JSON; the route says what it should be.
    if (!/^[^\s/;]+\/[^\s/;]+/.test(raw.headers['content-type'] ?? ''))
      raw.headers['content-type'] = 'application/octet-stream'
  })
  for (const route of routes) {
    app.route({
      method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        const answer = await route.run(context, {
          params: request.params as Record<string, string>,
          query: new URL(request.url, 'http://localhost').searchParams,
          headers: request.headers,
          method: request.method,
          body: request.raw,
          proceed: () => {
            letBodyIn(request, reply)
            request.raw.setTimeout(0)
          },
          requestId: request.id,
          ip: request.ip,
          signal: gone.signal,
        })
        return send(request, reply, answer)
      },
    })
  }
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: StreamAnswer,
): FastifyReply {
  discardBody(request, reply)
  void reply.code(status).headers(headers)
  if (request.method === 'HEAD' && body instanceof Readable) {
    body.destroy()
    return reply.send()
  }
  return reply.send(body ?? undefined)
}
