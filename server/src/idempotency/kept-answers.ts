import { isDatabaseError, type Queryable, type Sql, sql, sqlState } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'

/** An answer as it was sent. */
export interface KeptAnswer {
  status: number
  body: string
  /** With its quotes; null for an answer without one. */
  etag: string | null
}

/** The name that a client gave to one request, and a fingerprint of the request. */
export interface RequestName {
  workspaceId: string
  key: string
  /** SHA-256 of the method, the path, the query and the body. */
  fingerprint: Buffer
}

/**
 * Claims a name for this transaction: null when the request is ours to answer, else the answer that was given before.
 * Waits up to a second for another transaction with the name.
 * @throws Problem 409 while the other one is still running, 422 when the name was used for another request.
 */
export async function claimAnswer(tx: Queryable, name: RequestName): Promise<KeptAnswer | null> {
  await tx.run(sql`set local lock_timeout = '1s'`)
  if (await insertName(tx, name)) return null
  const kept = await tx.row<KeptAnswer & { fingerprint: Buffer }>(sql`
    select status, body, etag, fingerprint from idempotency_keys
    where workspace_id = ${name.workspaceId} and key = ${name.key}`)
  if (!kept) throw inProgress()
  if (!kept.fingerprint.equals(name.fingerprint)) {
    throw new Problem(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key was used for a different request. Choose a new one.',
    )
  }
  return { status: kept.status, body: kept.body, etag: kept.etag }
}

async function insertName(tx: Queryable, name: RequestName): Promise<boolean> {
  try {
    const touched = await tx.run(sql`
      insert into idempotency_keys as kept (workspace_id, key, fingerprint, status, body)
      values (${name.workspaceId}, ${name.key}, ${name.fingerprint}, 0, '')
      ${replaceExpired}`)
    return touched === 1
  } catch (error) {
    if (isDatabaseError(error, sqlState.lockNotAvailable)) throw inProgress()
    throw error
  }
}

// A name older than a day is free again.
const replaceExpired = sql`
  on conflict (workspace_id, key) do update set
    fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, etag = excluded.etag,
    created_at = clock_timestamp()
  where kept.created_at < clock_timestamp() - interval '24 hours'`

/** Whether a request with this name was answered in the last day. */
export async function isAnswered(db: Queryable, { workspaceId, key }: RequestName): Promise<boolean> {
  const kept = await db.row(sql`
    select key from idempotency_keys where workspace_id = ${workspaceId} and key = ${key}
      and created_at >= clock_timestamp() - interval '24 hours'`)
  return kept !== null
}

export function inProgress(): Problem {
  return new Problem(
    409,
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
    { retryAfterSeconds: 1 },
  )
}

/** Stores the answer under the name that this transaction claimed. */
export async function keepAnswer(tx: Queryable, name: RequestName, answer: KeptAnswer): Promise<void> {
  await tx.run(sql`
    update idempotency_keys set status = ${answer.status}, body = ${answer.body}, etag = ${answer.etag}
    where workspace_id = ${name.workspaceId} and key = ${name.key}`)
}

/**
 * Names and their answers as a clause of the statement that does the work, for `with ${claimed(…)}`. `answers` has the
 * columns `workspace_id`, `request_key` (null: nothing to keep), `fingerprint`, `document` and `etag`. A name that was used in
 * the last day is not among the `claimed`, and the statement does nothing for its request. Names are inserted in their order:
 * one statement takes a then b, another waits for a before it takes b, so neither ever waits for the other.
 */
export function claimed(answers: Sql): Sql {
  return sql`
    claimed as (
      insert into idempotency_keys as kept (workspace_id, key, fingerprint, status, body, etag)
      select workspace_id, request_key, fingerprint, 200, document, etag from ${answers}
      where request_key is not null
      order by workspace_id, request_key
      ${replaceExpired}
      returning workspace_id, key
    )`
}

/**
 * Thrown by a verb whose statement could not keep the answer under its name, before anything was changed: the name is
 * used, or another request holds it. A transaction that can wait for the name is to answer the request.
 */
export class AnswerNotKept extends Error {
  override name = 'AnswerNotKept'
}

/** Deletes up to `limit` answers older than a day; answers how many it deleted. The worker calls it now and then. */
export async function sweepAnswers(db: Queryable, limit: number): Promise<number> {
  return db.run(sql`
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where created_at < clock_timestamp() - interval '24 hours'
      limit ${limit} for update skip locked))`)
}
