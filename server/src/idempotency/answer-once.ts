import { createHash } from 'node:crypto'
import type { Context, Mode } from '../context.ts'
import { canonicalJson } from '../lib/json/canonical-json.ts'
import { Problem } from '../lib/problem.ts'
import { AnswerNotKept, claimAnswer, type KeptAnswer, keepAnswer, type RequestName } from './kept-answers.ts'

type Transaction = Parameters<Parameters<Context['db']['transaction']>[0]>[0]

export interface Replayable extends KeptAnswer {
  readonly isReplayed: boolean
}

/**
 * Answers a request at most once: the work of `answer` and the answer under its name commit together, and a repeated
 * request gets that answer. `failed` makes the answer to an error that is kept; null for one that is not.
 */
export async function answerOnce(
  db: Context['db'],
  name: RequestName,
  answer: (tx: Transaction) => Promise<KeptAnswer>,
  failed: (error: unknown) => KeptAnswer | null,
): Promise<Replayable> {
  try {
    return await db.transaction((tx) => claimThenAnswer(tx, name, () => answer(tx)))
  } catch (error) {
    const refusal = failed(error)
    if (refusal === null) throw error
    // The work was rolled back and its claim with it; the refusal is kept on its own.
    return db.transaction((tx) => claimThenAnswer(tx, name, () => Promise.resolve(refusal)))
  }
}

/**
 * Answers a request whose verb keeps the answer with the one statement that does the work. Where a name is involved and
 * the statement did nothing, the request is answered by `inTransaction`: an answer that was given before comes before
 * every refusal, and only a transaction can wait for a name that another request holds.
 */
export async function answerByStatement<Answer>(
  name: RequestName | null,
  byStatement: () => Promise<Answer>,
  inTransaction: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await byStatement()
  } catch (error) {
    // Any other error may have come after the work was done.
    const isUndone = error instanceof AnswerNotKept || error instanceof Problem
    if (name === null || !isUndone) throw error
    return inTransaction()
  }
}

/**
 * Refusals that are kept; the others may go differently next time, so they are not. 412 is among those: the fingerprint does
 * not hold `If-Match`, so that a client which lost an answer gets it again, whichever version it has read since.
 */
export function isKept(status: number): boolean {
  return status < 500 && ![401, 402, 409, 412, 422, 429].includes(status)
}

/**
 * The `Idempotency-Key` header, bare or as a structured-field string; null when there is none.
 * @throws Problem 422 unless it has 1 to 255 visible ASCII characters.
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const text = Array.isArray(header) ? header.join(', ') : header.trim()
  const key = /^"(?:[^"\\]|\\["\\])*"$/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new Problem(
    422,
    'idempotency_key_invalid',
    'The Idempotency-Key must have 1 to 255 visible ASCII characters, without spaces.',
  )
}

/** Test data and live data have names of their own, so that neither can read the other's answers. */
export function nameRequest(
  key: string,
  caller: { workspaceId: string; mode: Mode },
  request: { method: string; path: string; query: unknown; body: unknown },
): RequestName {
  const { method, path, query, body } = request
  const fingerprint = createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(query)}\n${canonicalJson(body)}`)
    .digest()
  return { workspaceId: caller.workspaceId, key: `${caller.mode}:${key}`, fingerprint }
}

async function claimThenAnswer(
  tx: Transaction,
  name: RequestName,
  answer: () => Promise<KeptAnswer>,
): Promise<Replayable> {
  const before = await claimAnswer(tx, name)
  if (before) return { ...before, isReplayed: true }
  const given = await answer()
  await keepAnswer(tx, name, given)
  return { ...given, isReplayed: false }
}
