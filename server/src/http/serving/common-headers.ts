import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../../lib/id.ts'
import { Problem } from '../../lib/problem.ts'
import { draining, nothingHere } from '../problems.ts'

const longestUrl = 8_192

const exposed = [
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
].join(', ')

const understood = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Range',
  'X-Request-Id',
].join(', ')

export interface CommonHookOptions {
  readonly isSecure: boolean
  readonly isDraining: () => boolean
  /** The methods known at a path; empty when there is nothing. */
  readonly methodsAt: (path: string) => readonly string[]
}

/** What every answer has and every request must keep, whatever it asks for. */
export function addCommonHooks(app: FastifyInstance, options: CommonHookOptions): void {
  // A client that is told so sends nothing more on this connection, and so finds no connection closed under its hands.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (options.isDraining()) void reply.header('connection', 'close')
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(commonHeaders(request.id, options.isSecure))
    if (options.isDraining()) return done(draining)
    if (request.url.length > longestUrl)
      return done(new Problem(414, 'url_too_long', `A URL may have at most ${longestUrl} characters.`))
    if (!request.is404 && request.method !== 'OPTIONS') return done()
    const methods = options.methodsAt(pathOf(request.url))
    if (request.method === 'OPTIONS' && methods.length > 0) void answerOptions(reply, methods)
    else done(unknownThere(request, reply, methods))
  })
}

/** The id a client gave to its request, if it is a sane one, or a new one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{8,128}$/.test(header) ? header : newId()
}

export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** The headers of every answer. */
export function commonHeaders(requestId: string, isSecure: boolean): Record<string, string> {
  return {
    'x-request-id': requestId,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposed,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

function answerOptions(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  const allow = [...methods, 'OPTIONS'].join(', ')
  return reply
    .code(204)
    .headers({
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': understood,
      'access-control-max-age': '7200',
    })
    .send()
}

function unknownThere(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): Problem {
  if (methods.length === 0) return nothingHere
  void reply.header('allow', [...methods, 'OPTIONS'].join(', '))
  return new Problem(
    405,
    'method_not_allowed',
    `This address does not support ${request.method}; it supports ${methods.join(', ')}.`,
  )
}

/** Which methods are known at a path, from the routes' own patterns such as `/v1/posts/{id}`. */
export function methodTable(
  routes: readonly { method: string; path: string }[],
): (path: string) => readonly string[] {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }))
  return (path) => {
    const methods = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods]
  }
}
