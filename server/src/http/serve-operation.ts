import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuthenticatedKey, AuthenticateKey } from '../api-keys/authenticate-key.ts'
import type { Context, Scope } from '../context.ts'
import { namesEtag } from '../lib/etag.ts'
import type { Problem } from '../lib/problem.ts'
import { authenticate, authorize } from './authenticate.ts'
import { answerOnce, isKept, nameRequest, readIdempotencyKey } from './idempotency.ts'
import { pathOf } from './manners.ts'
import { type Input, isDescribed, type Operation } from './operation.ts'
import type { Places } from './places.ts'
import { problemType, writeProblem } from './problems.ts'
import { type RateLimiter, rateLimited } from './rate-limit.ts'
import { createReadInput } from './read-input.ts'
import { letBodyIn } from './unread-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key it is; null before it is known and on routes without one. */
    caller: AuthenticatedKey | null
  }
}

/** What serving operations needs besides the context. */
export interface Door {
  readonly context: Context
  readonly findKey: AuthenticateKey
  readonly limiter: RateLimiter
  readonly places: Places
  /** What the client is told of an error; null when it is our own fault. */
  readonly toProblem: (error: unknown) => Problem | null
}

const jsonType = 'application/json; charset=utf-8'
const bodyLimit = 256 * 1024
const bodyTimeoutMs = 30_000

/** Registers one operation: key, rate limit, subscription and scope first, then its body, then its verb. */
export function serveOperation(app: FastifyInstance, door: Door, operation: Operation): void {
  const readInput = createReadInput(operation, door.context.config.publicUrl)
  app.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: operation.maxBodyBytes ?? bodyLimit,
    schema: { response: { 200: operation.response } },
    onRequest: async (request, reply) => {
      boundBody(request)
      await admit(door, operation, request, reply)
    },
    preParsing: async (request, reply) => letBodyIn(request, reply),
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const giveBack = door.places.take(caller.workspaceId)
      try {
        const answer = await perform(door, operation, readInput(request), request, reply)
        return sendAnswer(request, reply, answer)
      } finally {
        giveBack()
      }
    },
  })
}

interface Answer {
  readonly status: number
  readonly body: string
  readonly etag: string | null
  readonly isReplayed: boolean
}

async function admit(
  door: Door,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  void reply.header('ratelimit-policy', door.limiter.policy)
  const { url, ip } = request
  const key = await authenticate({ authorization: request.headers.authorization, url, ip }, door.findKey)
  request.caller = key
  const counted = await door.limiter.count(key)
  void reply.header('ratelimit', `"minute";r=${counted.remaining};t=${counted.resetSeconds}`)
  if (!counted.isAdmitted) throw rateLimited(counted)
  authorize(key, operation.scope)
}

async function perform(
  door: Door,
  operation: Operation,
  input: Input,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer> {
  const later: (() => void)[] = []
  const afterCommit = (work: () => void) => void later.push(work)
  const caller = callerOf(request)
  const serialize = reply.getSerializationFunction('200') ?? JSON.stringify
  const run = async (db: Scope['db']): Promise<Answer> => {
    later.length = 0
    const result = await operation.run(scopeOf(door.context, caller, db, afterCommit), input)
    const { body, etag } = isDescribed(result) ? result : { body: result, etag: null }
    return { status: 200, body: serialize(body as Record<string, unknown>), etag, isReplayed: false }
  }
  const answer = await runAsKind(door, operation, input, request, run)
  for (const work of later) work()
  return answer
}

async function runAsKind(
  door: Door,
  operation: Operation,
  input: Input,
  request: FastifyRequest,
  run: (db: Scope['db']) => Promise<Answer>,
): Promise<Answer> {
  const { context } = door
  if (operation.kind === 'read') return run(context.db)
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  if (key === null) return context.db.transaction(run)
  const { method } = operation
  const asked = { method, path: pathOf(request.url), query: input.query, body: input.body ?? null }
  const given = await answerOnce(context.db, nameRequest(key, callerOf(request), asked), run, (error) => {
    const problem = door.toProblem(error)
    if (problem === null || !isKept(problem.status)) return null
    return { status: problem.status, body: writeProblem(problem, request.id, context.config.publicUrl) }
  })
  return { etag: null, ...given }
}

function scopeOf(
  context: Context,
  caller: AuthenticatedKey,
  db: Scope['db'],
  afterCommit: Scope['afterCommit'],
): Scope {
  const { workspaceId, mode, userId, id, scopes } = caller
  return { context, db, workspaceId, mode, actor: { kind: 'key', id, userId, scopes }, afterCommit }
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.isReplayed) void reply.header('idempotency-replayed', 'true')
  if (answer.etag !== null) void reply.headers({ etag: answer.etag, 'cache-control': 'private, no-cache' })
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && answer.etag !== null && namesEtag(request.headers['if-none-match'] ?? null, answer.etag)) {
    return reply.code(304).send()
  }
  return reply
    .code(answer.status)
    .type(answer.status < 400 ? jsonType : problemType)
    .send(answer.body)
}

function callerOf(request: FastifyRequest): AuthenticatedKey {
  if (request.caller === null) throw new Error('An operation ran before its caller was known.')
  return request.caller
}

// Node's own limit would cut off uploads too; so this one is set where it belongs.
function boundBody(request: FastifyRequest): void {
  const { headers, raw } = request
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return
  const timer = setTimeout(() => raw.destroy(), bodyTimeoutMs)
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}
