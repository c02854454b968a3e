import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authorize } from '../../callers/authorize.ts'
import type { KeyScope } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'
import { requireOwnHost } from '../app/own-host.ts'
import type { StreamAnswer, StreamRequest, StreamRoute } from '../stream-route.ts'
import { admit, callerOf, findCaller } from './admit.ts'
import { onceClosed } from './once-closed.ts'
import type { ServingParts } from './serve-operation.ts'
import { acceptBody, discardBody } from './unread-body.ts'

/** Registers the routes that read and write bytes themselves; no parser touches their bodies. */
export function serveStreams(
  app: FastifyInstance,
  parts: ServingParts,
  routes: readonly StreamRoute[],
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onRequest', async ({ raw }) => {
    // The framework would ask for JSON in place of an unreadable type; the route knows which type it asks for.
    if (!/^[^\s/;]+\/[^\s/;]+/.test(raw.headers['content-type'] ?? ''))
      raw.headers['content-type'] = 'application/octet-stream'
  })
  for (const route of routes) {
    const { authentication } = route
    app.route({
      method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      config: {
        group: route.group,
        ...(authentication !== 'none' && authentication.discovery
          ? { discovery: authentication.discovery }
          : {}),
      },
      ...(route.accept ? { constraints: { accept: route.accept } } : {}),
      onRequest: async (request, reply) => {
        void reply.headers(route.headers ?? {})
        parts.overload.letIn(route)
        if (route.accept || route.isDownload) nameWorkspace(request)
        if (route.authentication === 'none' && route.readsCookies === 'at_own_name')
          requireOwnHost(request.headers.host, parts.context.config.publicUrl)
        if (authentication !== 'none') await admit(parts, authentication, request, reply)
      },
      handler: async (request, reply) => {
        const answer = await runStream(parts, route, request, reply)
        // A stream waits for its reader by itself. An answer that is there as a whole waits in memory.
        if (authentication !== 'none' && Buffer.isBuffer(answer.body))
          parts.unsent.add(callerOf(request).workspaceId, answer.body.length, reply)
        return send(request, reply, answer)
      },
    })
  }
}

async function runStream(
  parts: ServingParts,
  route: StreamRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StreamAnswer> {
  const { context, concurrency, stopping } = parts
  const gone = new AbortController()
  onceClosed(reply.raw, () => gone.abort())
  const asked = toStreamRequest(route, request, reply, gone.signal)
  const answer = await run()
  if (hasNoEnd(answer)) whenAborted(stopping, gone)
  if (route.authentication !== 'none' && answer.body instanceof Readable) {
    endWithRights(parts, route.authentication.scope, request, gone)
    // A stream of events ends by itself. A file breaks off, so that its client does not take it for whole.
    if (!hasNoEnd(answer)) gone.signal.addEventListener('abort', () => reply.raw.destroy(), { once: true })
  }
  return answer

  function run(): Promise<StreamAnswer> {
    if (route.authentication === 'none') return route.run(context, asked)
    const caller = callerOf(request)
    onceClosed(reply.raw, concurrency.take(caller.workspaceId))
    return route.run(context, { ...asked, caller })
  }
}

/** A stream of events lasts as long as its client wants. A server that stops cannot wait for that. */
function hasNoEnd({ headers }: StreamAnswer): boolean {
  return headers['content-type']?.startsWith('text/event-stream') === true
}

/** An EventSource and a download send no headers, so a page of ours names its workspace and mode in their address. */
function nameWorkspace({ url, headers }: FastifyRequest): void {
  const asked = new URL(url, 'http://localhost').searchParams
  const workspace = asked.get('workspace')
  if (workspace === null || headers['crier-workspace'] !== undefined) return
  headers['crier-workspace'] = workspace
  headers['crier-mode'] ??= asked.get('mode') ?? undefined
}

// A key is looked up at most once in 900 ms, however often it is asked for. A session is looked up each time.
const keyCheckMs = 90
const sessionCheckMs = 800

/** Ends an answer that lasts when its caller lost its key, its session, its scope or its subscription. */
function endWithRights(
  parts: ServingParts,
  scope: KeyScope,
  request: FastifyRequest,
  gone: AbortController,
): void {
  let isAsking = false
  const timer = setInterval(
    () => {
      if (isAsking) return
      isAsking = true
      findCaller(parts, request)
        .then((caller) => authorize(caller, scope))
        .catch((error: unknown) => {
          // A short absence of the database takes no rights away.
          if (error instanceof Problem && error.status < 429) gone.abort()
        })
        .finally(() => {
          isAsking = false
        })
    },
    callerOf(request).kind === 'key' ? keyCheckMs : sessionCheckMs,
  )
  gone.signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  if (gone.signal.aborted) clearInterval(timer)
}

function whenAborted(signal: AbortSignal, controller: AbortController): void {
  if (signal.aborted) controller.abort()
  else signal.addEventListener('abort', () => controller.abort(), { signal: controller.signal })
}

function toStreamRequest(
  route: StreamRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): StreamRequest {
  const seesCookies = route.authentication === 'none' && route.readsCookies !== undefined
  return {
    params: request.params as Record<string, string>,
    query: new URL(request.url, 'http://localhost').searchParams,
    headers: seesCookies ? request.headers : { ...request.headers, cookie: undefined },
    method: request.method,
    body: request.raw,
    proceed: () => {
      acceptBody(request, reply)
      request.raw.setTimeout(0)
    },
    requestId: request.id,
    ip: request.ip,
    signal,
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
