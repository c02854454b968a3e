import { auditActorOf, recordAudit } from '../../audit/record-audit.ts'
import type { CallContext, Context, Origin, RemoteCaller } from '../../context.ts'
import { answerByStatement, answerOnce, isKept } from '../../idempotency/answer-once.ts'
import { hideAnswer, showAnswer } from '../../idempotency/hidden-answer.ts'
import { inProgress, isAnswered, type KeptAnswer, type RequestName } from '../../idempotency/kept-answers.ts'
import { singleFlight } from '../../lib/concurrency/single-flight.ts'
import { JsonText } from '../../lib/json/json-text.ts'
import type { Problem } from '../../lib/problem.ts'
import { entryOf } from '../audit-rule.ts'
import { type Input, isTaggedAnswer, type NetworkQuestion, type Operation } from '../operation.ts'
import { writeProblem } from '../problems.ts'
import type { DatabaseShare } from './database-share.ts'
import { type Sharing, sharingOf } from './sharing.ts'

/** A request that may be answered: whose it is, what it asks and how its answer is written. */
export interface OperationRequest {
  readonly caller: RemoteCaller
  readonly from: Origin
  readonly input: Input
  /** The name that its client gave it; null without an Idempotency-Key, and for what only reads. */
  readonly name: RequestName | null
  readonly requestId: string
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
  readonly share: DatabaseShare
  /** The problem that a client gets for an error; null when the fault is ours. */
  readonly toProblem: (error: unknown) => Problem | null
}

// Two, so that a slow look-up does not delay the requests of the next moment.
const lookUpsAtOnce = 2

/** Makes the function that answers requests for one operation. */
export function createPerform(
  operation: Operation,
  options: PerformOptions,
): (asked: OperationRequest) => Promise<Answer> {
  const sharing = sharingOf(operation.id)
  const perform = (asked: OperationRequest) => performRequest(operation, { ...options, sharing }, asked)
  if (!sharing.sharesLookUps) return perform
  const lookUp = singleFlight<Answer>(lookUpsAtOnce)
  return (asked) => {
    const { workspaceId, mode } = asked.caller
    return lookUp(`${workspaceId} ${mode} ${asked.address}`, () => perform(asked))
  }
}

interface Means extends PerformOptions {
  readonly sharing: Sharing
}

async function performRequest(operation: Operation, means: Means, asked: OperationRequest): Promise<Answer> {
  const { context, share, sharing } = means
  const later: (() => void)[] = []
  const afterCommit = (work: () => void) => void later.push(work)
  const common = { ...callOf(context, asked), afterCommit }
  const question = operation.ask(asked.input)
  const outcome =
    question === null
      ? { answer: undefined }
      : await askFirst(question, { ...common, db: context.db, request: null }, asked)
  const run = async (db: CallContext['db'], request: RequestName | null): Promise<Answer> => {
    later.length = 0
    if ('error' in outcome) throw outcome.error
    const result = await operation.run({ ...common, db, request }, asked.input, outcome.answer)
    await writeEntry(db, operation, asked, result)
    return toAnswer(asked, result)
  }
  const read = () => run(context.db, null)
  try {
    const answer = await (operation.kind === 'change'
      ? change(operation, means, asked, { run, hasAsked: question !== null })
      : sharing.readsInBatch(asked.input)
        ? read()
        : share.use(asked.caller.workspaceId, read))
    for (const work of later) work()
    return answer
  } finally {
    await disposeOf(outcome)
  }
}

/** An error is kept like one of the verb itself, so that a repeated request is answered by it. */
async function askFirst(
  question: NetworkQuestion<unknown>,
  call: CallContext,
  { name }: OperationRequest,
): Promise<AskOutcome> {
  try {
    // The transaction answers it, unless the answer is forgotten in between: then it is a conflict.
    if (name !== null && (await isAnswered(call.db, name))) return { error: inProgress() }
    return { answer: await question(call) }
  } catch (error) {
    return { error }
  }
}

type AskOutcome = { readonly answer: unknown } | { readonly error: unknown }

async function disposeOf(outcome: AskOutcome): Promise<void> {
  if ('answer' in outcome && isDisposable(outcome.answer)) await outcome.answer[Symbol.asyncDispose]()
}

function isDisposable(value: unknown): value is AsyncDisposable {
  return typeof value === 'object' && value !== null && Symbol.asyncDispose in value
}

interface Run {
  readonly run: (db: CallContext['db'], request: RequestName | null) => Promise<Answer>
  /** The answer of a network may have to be stored too, so a transaction is opened. */
  readonly hasAsked: boolean
}

async function change(
  { hasSecretAnswer }: Operation,
  { context: { db, config, secretKeys }, share, sharing, toProblem }: Means,
  { caller, input, name, requestId }: OperationRequest,
  { run, hasAsked }: Run,
): Promise<Answer> {
  const keptRefusal = (error: unknown): KeptAnswer | null => {
    const problem = toProblem(error)
    if (problem === null || !isKept(problem.status)) return null
    return { status: problem.status, body: writeProblem(problem, requestId, config.publicUrl), etag: null }
  }
  const transact = async (): Promise<Answer> => {
    if (name === null) return db.transaction((tx) => run(tx, null))
    const answer = async (tx: CallContext['db']) => {
      const given = await run(tx, null)
      return hasSecretAnswer ? hideAnswer(secretKeys, given) : given
    }
    const kept = await answerOnce(db, name, answer, keptRefusal)
    return hasSecretAnswer ? showAnswer(secretKeys, kept) : kept
  }
  const inTransaction = () => share.use(caller.workspaceId, transact)
  if (hasAsked || !sharing.storesInBatch(input, name)) return inTransaction()
  return answerByStatement(name, () => run(db, name), inTransaction)
}

function toAnswer({ serialize }: OperationRequest, result: unknown): Answer {
  const { body, etag } = isTaggedAnswer(result) ? result : { body: result, etag: null }
  return {
    status: 200,
    body: body instanceof JsonText ? body.text : serialize(body),
    etag,
    isReplayed: false,
  }
}

function callOf(
  context: Context,
  { caller, from }: OperationRequest,
): Omit<CallContext, 'db' | 'request' | 'afterCommit'> {
  return { context, workspaceId: caller.workspaceId, mode: caller.mode, caller, from }
}

/** Writes the entry of the audit log, in the transaction of the verb. */
async function writeEntry(
  tx: CallContext['db'],
  { audit }: Operation,
  { caller, from, input: { params, body } }: OperationRequest,
  result: unknown,
): Promise<void> {
  const entry = entryOf(audit, { params, body, result: isTaggedAnswer(result) ? result.body : result })
  if (entry === null) return
  const { workspaceId, mode } = caller
  await recordAudit(tx, { ...entry, workspaceId, mode, from, actor: auditActorOf(caller) })
}
