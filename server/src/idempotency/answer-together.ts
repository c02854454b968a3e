import type { Context } from '../context.ts'
import { isDatabaseAway, isRefusedByDatabase, type Queryable } from '../db/database.ts'
import { type BatchOutcome, retrySingly } from '../lib/batch-outcome.ts'
import { Problem } from '../lib/problem.ts'
import { claimAnswers, type KeptAnswer, keepAnswers, type RequestName } from './kept-answers.ts'

/** Something that may have been asked under a name. */
export interface NamedRequest {
  /** Null: without an Idempotency-Key. */
  readonly name: RequestName | null
}

// Nobody waits for a lock on behalf of others.
const lockTimeoutMs = 100

/**
 * Answers many requests in one transaction, which also keeps the answers of those that have a name: what is done is
 * committed when this returns. `answer` says what became of each that it is given, and changes what it changes with one
 * statement: where there is no name to keep, that is the whole transaction, and two round trips less. Whatever goes wrong
 * harms none of them: each is left to be answered alone, unless the database is away or it may be that it committed.
 * @throws what means that the database is away, and what may have been thrown after it had committed
 */
export async function answerTogether<Request extends NamedRequest, Answer extends KeptAnswer>(
  { db, log }: Pick<Context, 'db' | 'log'>,
  requests: readonly Request[],
  answer: (tx: Queryable, requests: readonly Request[]) => Promise<readonly BatchOutcome<Answer>[]>,
): Promise<readonly BatchOutcome<Answer>[]> {
  const isTransaction = requests.some(({ name }) => name !== null)
  try {
    if (!isTransaction) return await answer(db, requests)
    return await db.transaction((tx) => claimThenAnswer(tx, requests, answer), { lockTimeoutMs })
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    // Nothing rolls back what one statement has done; only what it was refused for says that it did nothing.
    if (!isTransaction && !isRefusedByDatabase(error) && !(error instanceof Problem)) throw error
    log.warn({ err: error, requests: requests.length }, 'a batch of requests failed; each is answered singly')
    return requests.map(() => retrySingly)
  }
}

async function claimThenAnswer<Request extends NamedRequest, Answer extends KeptAnswer>(
  tx: Queryable,
  requests: readonly Request[],
  answer: (tx: Queryable, requests: readonly Request[]) => Promise<readonly BatchOutcome<Answer>[]>,
): Promise<readonly BatchOutcome<Answer>[]> {
  const claimed = await claimAnswers(
    tx,
    requests.flatMap(({ name }) => name ?? []),
  )
  const free = requests.filter(({ name }) => name === null || claimed.has(name))
  const answered = await answer(tx, free)
  const outcomes = new Map(free.map((request, index) => [request, answered[index] ?? retrySingly]))
  const named = free.flatMap((request) => {
    const outcome = outcomes.get(request)
    return request.name ? [[request.name, outcome?.kind === 'done' ? outcome.result : null] as const] : []
  })
  await keepAnswers(tx, new Map(named))
  return requests.map((request) => {
    const outcome = outcomes.get(request) ?? retrySingly
    // Whether a refusal is kept under its name is decided where it stands alone.
    return outcome.kind === 'refused' && request.name ? retrySingly : outcome
  })
}
