import type { FastifyInstance, FastifyRequest } from 'fastify'
import { newId } from '../../lib/id.ts'
import { redact } from '../../lib/log.ts'
import { Problem } from '../../lib/problem.ts'
import { draining } from '../problems.ts'
import { type RouteGroupName, routeGroups } from '../route-groups.ts'
import { checkFraming } from './check-framing.ts'
import { checkOwnPage } from './check-own-page.ts'
import { answerOptions, type KnownPath, unknownThere, wholeServer } from './known-methods.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    group?: RouteGroupName
  }
}

const longestUrl = 8_192

const exposed = [
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Tus-Extension',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-Request-Id',
].join(', ')

export interface CommonHookOptions {
  /** The address under which clients reach Crier. */
  readonly publicUrl: string
  readonly isDraining: () => boolean
  readonly findPath: (path: string) => KnownPath | null
}

/** Gives every answer its common headers, and refuses requests that are wrong at any address. */
export function addCommonHooks(app: FastifyInstance, options: CommonHookOptions): void {
  const { origin } = new URL(options.publicUrl)
  const isSecure = isSecureUrl(options.publicUrl)
  // A client that is told so sends nothing more on this connection, and so its next request does not meet a closed one.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (options.isDraining()) void reply.header('connection', 'close')
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const isRouted = !request.is404 && request.method !== 'OPTIONS'
    const known = isRouted ? null : options.findPath(pathOf(request.url))
    const group = groupOf(request) ?? known?.group ?? 'api'
    void reply.headers(commonHeaders(request.id, isSecure, group))
    if (options.isDraining()) return done(draining)
    const wrongFrame = checkFraming(request)
    if (wrongFrame !== null) return done(wrongFrame)
    if (request.originalUrl === '*') return void answerOptions(reply, wholeServer)
    if (request.url.length > longestUrl)
      return done(new Problem(414, 'url_too_long', `A URL may have at most ${longestUrl} characters.`))
    if (request.method === 'OPTIONS' && known !== null) return void answerOptions(reply, known)
    if (!isRouted) return done(unknownThere(request, reply, known))
    const refusal = routeGroups[group].openTo === 'own-pages' ? checkOwnPage(request, origin) : null
    if (refusal === null) done()
    else done(refusal)
  })
}

/** The id a client gave to its request, if it is a sane one and no secret, or a new one. It is logged and sent as it is. */
export function requestIdOf(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || !/^[\w.:-]{8,128}$/.test(header)) return newId()
  return redact(header) === header ? header : newId()
}

export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

export function isSecureUrl(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

/** The headers of every answer in a group of routes. */
export function commonHeaders(
  requestId: string,
  isSecure: boolean,
  group: RouteGroupName,
): Record<string, string> {
  const { openTo, contentSecurityPolicy } = routeGroups[group]
  return {
    'x-request-id': requestId,
    ...(openTo === 'any-site'
      ? { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed }
      : {}),
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-resource-policy': openTo === 'any-site' ? 'cross-origin' : 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

function groupOf(request: FastifyRequest): RouteGroupName | undefined {
  return request.routeOptions.config?.group
}
