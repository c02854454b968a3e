import type { CallContext, Context, RemoteCaller } from '../../context.ts'
import { answerOnce, isKept } from '../../idempotency/answer-once.ts'
import { answerTogether } from '../../idempotency/answer-together.ts'
import type { RequestName } from '../../idempotency/kept-answers.ts'
import { batch } from '../../lib/batch.ts'
import { type BatchOutcome, mapOutcome, resultOf } from '../../lib/batch-outcome.ts'
import { JsonText } from '../../lib/json/json-text.ts'
import type { Problem } from '../../lib/problem.ts'
import { singleFlight } from '../../lib/single-flight.ts'
import { type Input, isDescribed, type Operation } from '../operation.ts'
import { writeProblem } from '../problems.ts'

/** A request that may be answered: whose it is, what it asks and how its answer is written. */
export interface OperationRequest {
  readonly caller: RemoteCaller
  readonly input: Input
  /** The name that its client gave it; null without an Idempotency-Key, and for what only reads. */
  readonly name: RequestName | null
  readonly requestId: string
  /** Of its body. */
  readonly bytes: number
  readonly serialize: (body: unknown) => string
  /** Path and query as they were sent. */
  readonly address: string
}

export interface Answer {
  readonly status: number
  readonly body: string
  readonly etag: string | null
  readonly isReplayed: boolean
}

export interface PerformOptions {
  readonly context: Context
  /** The problem that a client is told for an error; null when the fault is ours. */
  readonly toProblem: (error: unknown) => Problem | null
}

// The same question; so a slow answer holds nobody up who asks a moment later.
const lookedUpAtOnce = 2
// Larger batches gain nothing more, and hold what they lock for longer.
const batching = { most: 64, lanes: 4, pipelined: true } as const
// Whatever is larger would keep the others waiting.
const mostBytes = 16 * 1024

/** Makes what performs an operation: alone, or with others in one transaction where the operation can do that. */
export function createPerform(
  operation: Operation,
  options: PerformOptions,
): (asked: OperationRequest) => Promise<Answer> {
  const performSingly = (asked: OperationRequest) => runSingly(operation, options, asked)
  if (operation.isSharable) {
    const ask = singleFlight<Answer>(lookedUpAtOnce)
    return (asked) => {
      const { workspaceId, mode } = asked.caller
      return ask(`${workspaceId} ${mode} ${asked.address}`, () => performSingly(asked))
    }
  }
  if (!operation.together) return performSingly
  const share = batch(batching, (asked: OperationRequest[]) => runTogether(operation, options, asked))
  return async (asked) => {
    if (asked.bytes > mostBytes) return performSingly(asked)
    return resultOf(await share(asked), () => performSingly(asked))
  }
}

async function runTogether(
  { together }: Operation,
  { context }: PerformOptions,
  requests: readonly OperationRequest[],
): Promise<readonly BatchOutcome<Answer>[]> {
  const later: (() => void)[] = []
  const afterCommit = (work: () => void) => void later.push(work)
  const outcomes = await answerTogether(context, requests, async (db, free) => {
    const calls = free.map(({ caller, input }) => ({
      call: scopeOf(context, caller, db, afterCommit),
      input,
    }))
    const performed = (await together?.(calls)) ?? []
    return free.flatMap((asked, index) => {
      const outcome = performed[index]
      return outcome ? [mapOutcome(outcome, (result) => toAnswer(asked, result))] : []
    })
  })
  if (outcomes.some(({ kind }) => kind === 'done')) for (const work of later) work()
  return outcomes
}

async function runSingly(
  operation: Operation,
  options: PerformOptions,
  asked: OperationRequest,
): Promise<Answer> {
  const { context } = options
  const later: (() => void)[] = []
  const afterCommit = (work: () => void) => void later.push(work)
  const run = async (db: CallContext['db']): Promise<Answer> => {
    later.length = 0
    return toAnswer(asked, await operation.run(scopeOf(context, asked.caller, db, afterCommit), asked.input))
  }
  const answer = await (operation.kind === 'read' ? run(context.db) : change(options, asked, run))
  for (const work of later) work()
  return answer
}

async function change(
  { context, toProblem }: PerformOptions,
  { name, requestId }: OperationRequest,
  run: (db: CallContext['db']) => Promise<Answer>,
): Promise<Answer> {
  if (name === null) return context.db.transaction(run)
  const given = await answerOnce(context.db, name, run, (error) => {
    const problem = toProblem(error)
    if (problem === null || !isKept(problem.status)) return null
    return { status: problem.status, body: writeProblem(problem, requestId, context.config.publicUrl) }
  })
  return { etag: null, ...given }
}

function toAnswer({ serialize }: OperationRequest, result: unknown): Answer {
  const { body, etag } = isDescribed(result) ? result : { body: result, etag: null }
  return {
    status: 200,
    body: body instanceof JsonText ? body.text : serialize(body),
    etag,
    isReplayed: false,
  }
}

function scopeOf(
  context: Context,
  caller: RemoteCaller,
  db: CallContext['db'],
  afterCommit: CallContext['afterCommit'],
): CallContext {
  const { workspaceId, mode } = caller
  return { context, db, workspaceId, mode, caller, afterCommit }
}
