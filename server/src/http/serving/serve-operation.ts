import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, RemoteCaller } from '../../context.ts'
import { nameRequest, readIdempotencyKey } from '../../idempotency/answer-once.ts'
import type { RequestName } from '../../idempotency/kept-answers.ts'
import type { Problem } from '../../lib/problem.ts'
import { namesEtag } from '../../lib/requests/etag.ts'
import type { Input, Operation } from '../operation.ts'
import { problemType } from '../problems.ts'
import { type AdmissionParts, admit, admitAgain, callerOf } from './admit.ts'
import { pathOf } from './common-headers.ts'
import { compressAnswer } from './compress-answer.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import { createReadInput } from './create-read-input.ts'
import type { DatabaseShare } from './database-share.ts'
import { onceClosed } from './once-closed.ts'
import { originOf } from './origin-of.ts'
import type { Overload } from './overload.ts'
import { type Answer, createPerform, type OperationRequest } from './perform.ts'
import { acceptBody } from './unread-body.ts'
import type { UnsentAnswers } from './unsent-answers.ts'

/** The parts that serve operations and streams. */
export interface ServingParts extends AdmissionParts {
  readonly context: Context
  readonly concurrency: ConcurrencyLimit
  readonly unsent: UnsentAnswers
  readonly share: DatabaseShare
  readonly overload: Overload
  /** The problem that a client gets for an error; null when the fault is ours. */
  readonly toProblem: (error: unknown) => Problem | null
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal
}

export const jsonType = 'application/json; charset=utf-8'
const bodyLimit = 256 * 1024
const bodyTimeoutMs = 30_000

/** Registers one operation: caller, rate limit, subscription and scope first, then its body, then its verb. */
export function serveOperation(app: FastifyInstance, parts: ServingParts, operation: Operation): void {
  const readInput = createReadInput(operation, parts.context.config.publicUrl)
  const perform = createPerform(operation, parts)
  app.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: operation.maxBodyBytes ?? bodyLimit,
    schema: { response: { 200: operation.response } },
    config: { group: 'api' },
    onRequest: async (request, reply) => {
      boundBody(request, reply)
      parts.overload.letIn(operation)
      parts.context.uploadPace.giveWay()
      await admit(parts, operation, request, reply)
    },
    preParsing: async (request, reply) => acceptBody(request, reply),
    handler: async (request, reply) => {
      await admitAgain(parts, operation, request)
      const { workspaceId } = callerOf(request)
      onceClosed(reply.raw, parts.concurrency.take(workspaceId))
      parts.unsent.requireRoom(workspaceId)
      const answer = await perform(read(operation, readInput, request, reply))
      // Others were made meanwhile. The answer to a change is sent all the same.
      if (operation.kind === 'read') parts.unsent.requireRoom(workspaceId)
      parts.unsent.add(workspaceId, Buffer.byteLength(answer.body), reply)
      return sendAnswer(operation, request, reply, answer)
    },
  })
}

function read(
  operation: Operation,
  readInput: (request: FastifyRequest) => Input,
  request: FastifyRequest,
  reply: FastifyReply,
): OperationRequest {
  const caller = callerOf(request)
  const input = readInput(request)
  return {
    caller,
    from: originOf(request),
    input,
    name: operation.kind === 'read' ? null : requestNameOf(operation, caller, input, request),
    requestId: request.id,
    address: request.url,
    serialize: (reply.getSerializationFunction('200') ?? JSON.stringify) as OperationRequest['serialize'],
  }
}

/** The name that the client gave to a request for a change; null where it gave none. @throws Problem 422 */
export function requestNameOf(
  { method }: Operation,
  caller: RemoteCaller,
  input: Input,
  { headers, url }: Pick<FastifyRequest, 'headers' | 'url'>,
): RequestName | null {
  const key = readIdempotencyKey(headers['idempotency-key'])
  if (key === null) return null
  return nameRequest(key, caller, { method, path: pathOf(url), query: input.query, body: input.body ?? null })
}

function sendAnswer(
  { isCompressed }: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): FastifyReply {
  if (answer.isReplayed) void reply.header('idempotency-replayed', 'true')
  if (answer.etag !== null) void reply.headers({ etag: answer.etag, 'cache-control': 'private, no-cache' })
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && answer.etag !== null && namesEtag(request.headers['if-none-match'] ?? null, answer.etag)) {
    return reply.code(304).send()
  }
  void reply.code(answer.status).type(answer.status < 400 ? jsonType : problemType)
  if (!isCompressed || answer.etag === null) return reply.send(answer.body)
  const bytes = compressAnswer(answer.body, answer.etag, request.headers['accept-encoding'])
  void reply.header('vary', 'accept-encoding')
  return bytes === null ? reply.send(answer.body) : reply.header('content-encoding', 'gzip').send(bytes)
}

/** Limits the time for a body. Node's own limit would cut off uploads too, so operations have one of their own. */
export function boundBody(request: FastifyRequest, reply: FastifyReply): void {
  const { headers, raw } = request
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, bodyTimeoutMs)
  onceClosed(reply.raw, () => clearTimeout(timer))
}
