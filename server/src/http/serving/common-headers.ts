import type { FastifyInstance, FastifyRequest } from 'fastify'
import { newId } from '../../lib/id.ts'
import { redact } from '../../lib/log.ts'
import { Problem } from '../../lib/problem.ts'
import { draining } from '../problems.ts'
import { type RouteGroupName, routeGroups } from '../route-groups.ts'
import { asksForPage, lostShare, sendsShare } from '../web/app-page.ts'
import { checkFraming } from './check-framing.ts'
import { checkOwnPage } from './check-own-page.ts'
import { findOwnAddress } from './find-own-address.ts'
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
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ')

export interface CommonHookOptions {
  /** The address under which clients reach Crier. */
  readonly publicUrl: string
  readonly isDraining: () => boolean
  readonly findPath: (path: string) => KnownPath | null
  /** Whether browsers get the app at every address that is not known otherwise. */
  readonly hasApp: boolean
}

/** Gives every answer its common headers, and refuses requests that are wrong at any address. */
export function addCommonHooks(app: FastifyInstance, options: CommonHookOptions): void {
  const { origin } = new URL(options.publicUrl)
  const headers = headersByGroup(options.publicUrl)
  // A client that reads this header sends nothing more on this connection, and so its next request does not meet a closed one.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (options.isDraining()) void reply.header('connection', 'close')
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const isRouted = !request.is404 && request.method !== 'OPTIONS'
    const path = pathOf(request.url)
    const known = isRouted ? null : options.findPath(path)
    const isPage = !isRouted && known === null && options.hasApp && asksForPage(request, path)
    const group = groupOf(request) ?? known?.group ?? (isPage ? 'app' : 'api')
    void reply.header('x-request-id', request.id).headers(headers[group])
    if (options.isDraining()) return done(draining)
    const wrongFrame = checkFraming(request)
    if (wrongFrame !== null) return done(wrongFrame)
    if (request.originalUrl === '*') return void answerOptions(reply, wholeServer)
    if (request.url.length > longestUrl)
      return done(new Problem(414, 'url_too_long', `A URL may have at most ${longestUrl} characters.`))
    if (request.method === 'OPTIONS' && known !== null) return void answerOptions(reply, known)
    if (!isRouted && options.hasApp && sendsShare(request, path)) return void reply.redirect(lostShare, 303)
    if (!isRouted && !isPage) return done(unknownThere(request, reply, known))
    const ownAddress = findOwnAddress(request, group, options.publicUrl)
    if (ownAddress !== null) return void reply.redirect(ownAddress, 302)
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

/** Pages of ours share no process with a window that another site opened, and use no device. A passkey needs none of these. */
const ownPageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** The headers of every answer, besides the id of its request. They are made once, for the answers of each group are alike. */
export function headersByGroup(publicUrl: string): Readonly<Record<RouteGroupName, Record<string, string>>> {
  const isSecure = isSecureUrl(publicUrl)
  return {
    api: headersOf('api', isSecure),
    pages: headersOf('pages', isSecure),
    app: headersOf('app', isSecure),
  }
}

function headersOf(group: RouteGroupName, isSecure: boolean): Record<string, string> {
  const { openTo, contentSecurityPolicy } = routeGroups[group]
  return {
    ...(openTo === 'any-site'
      ? { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed }
      : ownPageHeaders),
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
