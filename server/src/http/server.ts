import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createAuthenticateKey } from '../api-keys/create-authenticate-key.ts'
import type { Context } from '../context.ts'
import { listenAddressesOf } from '../lib/addresses/loopback.ts'
import { parseStrictJson } from '../lib/json/strict-json.ts'
import { Problem } from '../lib/problem.ts'
import { servePersonOperation } from './app/serve-person-operation.ts'
import { readSessionCookie } from './app/session-cookie.ts'
import { describeApi } from './docs/describe-api.ts'
import { describeApp } from './docs/describe-app.ts'
import { mcpRoute } from './mcp/mcp-route.ts'
import { describeOperation, describeRoute } from './pages/described-operation.ts'
import { internalProblem, noSuchAddress, problemType, toProblem, writeProblem } from './problems.ts'
import type { Routes } from './routes/index.ts'
import { ownRoutes, probeRoutes } from './routes/own.ts'
import { discoveryOf } from './serving/admit.ts'
import { createAnswerWithin } from './serving/answer-within.ts'
import { challenge } from './serving/authenticate.ts'
import { buildWhenNeeded } from './serving/build-when-needed.ts'
import { byAccept } from './serving/by-accept.ts'
import { originForm } from './serving/check-framing.ts'
import { addCommonHooks, headersByGroup, requestIdOf } from './serving/common-headers.ts'
import { createConcurrencyLimit } from './serving/concurrency-limit.ts'
import { createFindPerson } from './serving/create-find-person.ts'
import { createNodeServer } from './serving/create-node-server.ts'
import { createDatabaseShare } from './serving/database-share.ts'
import { withoutPorts } from './serving/forwarded-addresses.ts'
import { createFindPath } from './serving/known-methods.ts'
import { listenAlsoAt } from './serving/listen-also-at.ts'
import { logRequests } from './serving/log-requests.ts'
import { joinMediaName } from './serving/media-address.ts'
import { createOverload } from './serving/overload.ts'
import { createRateLimiter } from './serving/rate-limit.ts'
import { countRequestsUnderWay } from './serving/requests-under-way.ts'
import { type ServingParts, serveOperation } from './serving/serve-operation.ts'
import { serveStreams } from './serving/serve-streams.ts'
import { discardBody } from './serving/unread-body.ts'
import { createUnsentAnswers } from './serving/unsent-answers.ts'
import type { StreamAnswer, StreamRoute } from './stream-route.ts'
import { appPage } from './web/app-page.ts'
import { type BuiltFile, readBuiltApp } from './web/built-app.ts'

export interface HttpOptions {
  /** Null: the server answers a monitor only, on PROBE_PORT. */
  readonly routes: Routes | null
  /** The problem that clients get for an error from the rooms below; null for an unknown error. */
  readonly explain: (error: unknown) => Problem | null
  /** The parts that requests still wait for, such as `database`; empty when ready. */
  readonly ready: () => Promise<readonly string[]>
  readonly metrics: HttpMetrics
}

/** Counts requests, and shows the numbers to a monitor. */
export interface HttpMetrics {
  text(): Promise<string>
  readonly type: string
  answered(operation: string, status: number, ms: number): void
}

export interface Http {
  /** Starts to listen; answers the port, which is another one than asked for when that was 0. */
  listen(host: string, port: number): Promise<number>
  /** Refuses new requests with 503, ends streams of events, finishes other answers, at most 20 s, and stops. */
  close(): Promise<void>
}

/** The time in which requests whose connections were closed end their work. */
const cutOffMs = 1_000

/** Serves every operation and page over one port. */
export function createHttp(context: Context, options: HttpOptions): Http {
  const app = createFastify(context)
  const underWay = countRequestsUnderWay(app)
  const stopping = new AbortController()
  const stopListening: (() => void)[] = []
  const explain = (error: unknown) => toProblem(error, options.explain)
  const { publicUrl } = context.config
  const operations = options.routes?.operations ?? []
  const personOperations = options.routes?.personOperations ?? []
  const webApp = options.routes ? readBuiltApp() : null
  const overload = createOverload(context)
  const parts: ServingParts = {
    context,
    findKey: createAuthenticateKey(context.db, context.secretKeys),
    findPerson: createFindPerson(context),
    limiter: createRateLimiter(context),
    readsForwarding: context.config.trustedProxies.length > 0,
    concurrency: createConcurrencyLimit(),
    unsent: createUnsentAnswers(),
    share: createDatabaseShare(context.config.databaseConnections),
    overload,
    toProblem: explain,
    stopping: stopping.signal,
  }
  const streams = options.routes
    ? [
        ...allStreams(options.routes, publicUrl, { ...options, app: webApp }),
        mcpRoute(publicUrl, operations, (operation) =>
          createAnswerWithin({ ...parts, count: options.metrics.answered }, operation),
        ),
      ]
    : probeRoutes(options, 'probe')
  addCommonHooks(app, {
    publicUrl,
    isDraining: () => stopping.signal.aborted,
    hasApp: options.routes !== null,
    findPath: createFindPath([
      ...operations.map(({ method, path }) => ({ method, path, group: 'api' as const })),
      ...personOperations.map(({ method, path }) => ({ method, path, group: 'app' as const })),
      ...streams,
    ]),
  })
  addAnswersToErrors(
    app,
    context,
    explain,
    options.routes
      ? (path, request) =>
          appPage(webApp, context.config, path, readSessionCookie(publicUrl, request) !== null)
      : null,
  )
  logRequests(app, context)
  countAnswers(app, [...operations, ...personOperations, ...streams], options.metrics)
  for (const operation of operations) serveOperation(app, parts, operation)
  for (const operation of personOperations) servePersonOperation(app, parts, operation)
  void app.register(async (inner) => serveStreams(inner, parts, streams))
  return {
    listen: async (host, port) => {
      const [first, ...others] = listenAddressesOf(host)
      await app.listen({ host: first, port })
      for (const other of others) stopListening.push(await listenAlsoAt(other, app.server))
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : port
    },
    close: async () => {
      stopping.abort()
      // Clients and load balancers learn of it from an answer as long as they may still come, not from a closed connection.
      if (app.server.listening) await pause(context.config.timings.lingerMs)
      await underWay.finished(context.config.timings.drainMs)
      await parts.limiter.close()
      for (const stop of stopListening) stop()
      app.server.closeAllConnections()
      // A request that is cut off still frees what it had claimed.
      await underWay.finished(cutOffMs)
      overload.close()
      await app.close()
    },
  }
}

function allStreams(
  { operations, streams, personOperations }: Routes,
  publicUrl: string,
  options: HttpOptions & { readonly app: ReadonlyMap<string, BuiltFile> | null },
): StreamRoute[] {
  const openapi = () => describeApi({ operations, streams, publicUrl })
  const appOpenapi = () => describeApp({ operations: personOperations, publicUrl })
  const described = () => [
    ...operations.map(describeOperation),
    ...streams.map(describeRoute).filter((each) => each !== null),
  ]
  return [...streams, ...ownRoutes({ publicUrl, openapi, appOpenapi, described, ...options })]
}

function createFastify(context: Context): FastifyInstance {
  const { trustedProxies, publicUrl } = context.config
  const headers = headersByGroup(publicUrl)
  const app = Fastify({
    logger: false,
    // Makes `request.ip` the last address of X-Forwarded-For that is not a trusted proxy, or else that of the socket.
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    serverFactory: (route) =>
      createNodeServer(trustedProxies.length > 0 ? withoutPorts(route) : route, publicUrl),
    // That server answers bytes that are no HTTP; the framework would answer them a second time.
    clientErrorHandler: () => undefined,
    rewriteUrl: ({ url = '/' }) => joinMediaName(originForm(url)),
    return503OnClosing: false,
    forceCloseConnections: true,
    schemaController: { compilersFactory: { buildSerializer: buildWhenNeeded() } },
    // The public URL of a medium is the longest name in a path.
    routerOptions: { maxParamLength: 2_000 },
    // No hook runs before a route is found, so the common headers are set here.
    frameworkErrors: (_error, request, reply) => {
      void reply.header('x-request-id', request.id).headers(headers.api)
      return sendProblem(context, request, reply, noSuchAddress)
    },
  })
  app.addConstraintStrategy(byAccept)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, readBody(request, body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('callerFoundAt', 0)
  return app
}

// Real clients send a JSON type with an empty body on DELETE and on a POST that has none.
function readBody(request: FastifyRequest, body: Buffer): unknown {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  const charset = /charset="?([^";]+)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  if (encoding !== 'identity' || charset.trim().toLowerCase() !== 'utf-8') {
    throw new Problem(415, 'unsupported_media_type', 'Send JSON in UTF-8, uncompressed.')
  }
  return body.length === 0 ? undefined : parseStrictJson(body)
}

function addAnswersToErrors(
  app: FastifyInstance,
  context: Context,
  explain: (error: unknown) => Problem | null,
  page: ((path: string, request: FastifyRequest) => StreamAnswer) | null,
): void {
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = explain(error)
    if (problem === null) logFault(context, request, error)
    return sendProblem(context, request, reply, problem ?? internalProblem)
  }
  app.setErrorHandler(answer)
  app.setNotFoundHandler((request, reply) => {
    // The common hooks have refused everything but pages by now.
    if (page === null) return answer(noSuchAddress, request, reply)
    const { status, headers, body } = page(request.url.split('?', 1)[0] ?? '', request)
    return reply.code(status).headers(headers).send(body)
  })
}

function sendProblem(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
): FastifyReply {
  const hasCredentials = request.headers.authorization !== undefined
  const authentication = challenge(problem, discoveryOf(request), hasCredentials)
  if (authentication !== null) void reply.header('www-authenticate', authentication)
  if (problem.retryAfterSeconds !== null) void reply.header('retry-after', String(problem.retryAfterSeconds))
  if (problem.status === 416) void reply.header('content-range', `bytes */${problem.extra.size_bytes}`)
  discardBody(request, reply)
  return reply
    .code(problem.status)
    .type(problemType)
    .serializer((text: unknown) => String(text))
    .send(writeProblem(problem, request.id, context.config.publicUrl))
}

function logFault(context: Context, request: FastifyRequest, error: unknown): void {
  const route = request.routeOptions.url ?? null
  context.log.error({ err: error, request_id: request.id, method: request.method, route }, 'a request failed')
}

// Requests are counted by the name of their operation, never by their address: a stranger must not be able to make labels.
function countAnswers(
  app: FastifyInstance,
  routes: readonly { id: string; method: string; path: string }[],
  metrics: HttpMetrics,
): void {
  const names = new Map(
    routes.map(({ id, method, path }) => [`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`, id]),
  )
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const asked = method === 'HEAD' ? 'GET' : method
    const operation = names.get(`${asked} ${routeOptions.url}`) ?? 'none'
    metrics.answered(operation, reply.statusCode, reply.elapsedTime)
    done()
  })
}
