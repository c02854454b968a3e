import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import { noSuchAddress } from '../problems.ts'
import { type RouteGroupName, routeGroups } from '../route-groups.ts'

/** The methods known at a path, and the group of its routes. */
export interface KnownPath {
  readonly methods: readonly string[]
  readonly group: RouteGroupName
  /** The headers of every answer at this path. */
  readonly headers: Readonly<Record<string, string>>
}

interface KnownRoute {
  readonly method: string
  readonly path: string
  readonly group: RouteGroupName
  readonly headers?: Readonly<Record<string, string>>
}

/** Finds what is known at a path, by the patterns of the routes such as `/v1/posts/{id}`; null where nothing is. */
export function createFindPath(routes: readonly KnownRoute[]): (path: string) => KnownPath | null {
  const patterns = routes.map(({ method, path, group, headers }) => ({
    method,
    group,
    headers,
    pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^{}]+\}/g, '[^/]+')}$`),
  }))
  return (path) => {
    const found = patterns.filter(({ pattern }) => pattern.test(path))
    const [first] = found
    if (!first) return null
    const methods = new Set(found.map(({ method }) => method))
    if (methods.has('GET')) methods.add('HEAD')
    const headers = Object.assign({}, ...found.map((each) => each.headers ?? {}))
    return { methods: [...methods], group: first.group, headers }
  }
}

const understood = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Protocol-Version',
  'Range',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-Request-Id',
].join(', ')

/** The answer to `OPTIONS *`: the methods that some path supports. */
export const wholeServer: KnownPath = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  group: 'api',
  headers: {},
}

/** Answers OPTIONS; only routes for any site let other sites ask for more. */
export function answerOptions(reply: FastifyReply, { methods, group, headers }: KnownPath): FastifyReply {
  const allow = [...methods, 'OPTIONS'].join(', ')
  void reply.code(204).headers(headers).header('allow', allow)
  if (routeGroups[group].openTo === 'any-site') {
    void reply.headers({
      'access-control-allow-methods': allow,
      'access-control-allow-headers': understood,
      'access-control-max-age': '7200',
    })
  }
  return reply.send()
}

/** 404 where nothing is known, 405 where another method is. */
export function unknownThere(request: FastifyRequest, reply: FastifyReply, known: KnownPath | null): Problem {
  if (known === null) return noSuchAddress
  const { methods } = known
  void reply.header('allow', [...methods, 'OPTIONS'].join(', '))
  return new Problem(
    405,
    'method_not_allowed',
    `This address does not support ${request.method}; it supports ${methods.join(', ')}.`,
  )
}
