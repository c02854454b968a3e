import { isDatabaseError, type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'

/** An answer as it was sent. */
export interface KeptAnswer {
  status: number
  body: string
}

/** The name a client gave to one request, and what tells that request from another. */
export interface RequestName {
  workspaceId: string
  key: string
  /** SHA-256 of what was asked. */
  fingerprint: Buffer
}

/**
 * Claims the name for this transaction: null when it is ours to answer, else the answer that was given before. Waits
 * for another transaction with the same name, up to a second.
 * @throws Problem 409 while the other one is still running, 422 when the name was used for another request.
 */
export async function claimAnswer(tx: Queryable, name: RequestName): Promise<KeptAnswer | null> {
  await tx.run(sql`set local lock_timeout = '1s'`)
  if (await insertName(tx, name)) return null
  const kept = await tx.row<KeptAnswer & { fingerprint: Buffer }>(sql`
    select status, body, fingerprint from idempotency_keys
    where workspace_id = ${name.workspaceId} and key = ${name.key}`)
  if (!kept) throw inProgress()
  if (!kept.fingerprint.equals(name.fingerprint)) {
    throw new Problem(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key was used for a different request. Choose a new one.',
    )
  }
  return { status: kept.status, body: kept.body }
}

/**
 * Claims many names at once for this transaction; answers those that are ours to answer, which are all that nobody
 * used in the last day. Names are claimed in their order, so that two of these never wait for each other.
 */
export async function claimAnswers(
  tx: Queryable,
  names: readonly RequestName[],
): Promise<ReadonlySet<RequestName>> {
  const byName = new Map(names.map((name) => [textOf(name), name]))
  const sorted = [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name)
  if (sorted.length === 0) return new Set()
  const claimed = await tx.rows<{ workspaceId: string; key: string }>(sql`
    insert into idempotency_keys as kept (workspace_id, key, fingerprint, status, body)
    select workspace_id, key, fingerprint, 0, ''
    from unnest(${sorted.map(({ workspaceId }) => workspaceId)}::uuid[], ${sorted.map(({ key }) => key)}::text[],
      ${sorted.map(({ fingerprint }) => fingerprint)}::bytea[]) as n(workspace_id, key, fingerprint)
    on conflict (workspace_id, key) do update set
      fingerprint = excluded.fingerprint, status = 0, body = '', created_at = clock_timestamp()
    where kept.created_at < clock_timestamp() - interval '24 hours'
    returning workspace_id as "workspaceId", key`)
  return new Set(claimed.flatMap((name) => byName.get(textOf(name)) ?? []))
}

/** Stores answers under names that this transaction claimed; a name without an answer is free again. */
export async function keepAnswers(
  tx: Queryable,
  answers: ReadonlyMap<RequestName, KeptAnswer | null>,
): Promise<void> {
  if (answers.size === 0) return
  const rows = [...answers].map(([{ workspaceId, key }, answer]) => ({
    workspace_id: workspaceId,
    key,
    status: answer?.status ?? null,
    body: answer?.body ?? null,
  }))
  await tx.run(sql`
    with answers as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(workspace_id uuid, key text, status int, body text)
    ), freed as (
      delete from idempotency_keys k using answers a
      where k.workspace_id = a.workspace_id and k.key = a.key and a.status is null
    )
    update idempotency_keys k set status = a.status, body = a.body from answers a
    where k.workspace_id = a.workspace_id and k.key = a.key and a.status is not null`)
}

function textOf({ workspaceId, key }: Pick<RequestName, 'workspaceId' | 'key'>): string {
  return `${workspaceId} ${key}`
}

/** Stores the answer under the name that this transaction claimed. */
export async function keepAnswer(tx: Queryable, name: RequestName, answer: KeptAnswer): Promise<void> {
  await tx.run(sql`
    update idempotency_keys set status = ${answer.status}, body = ${answer.body}
    where workspace_id = ${name.workspaceId} and key = ${name.key}`)
}

/** Deletes answers older than a day, up to `limit` of them; answers how many. The worker calls it now and then. */
export async function sweepAnswers(db: Queryable, limit: number): Promise<number> {
  return db.run(sql`
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where created_at < clock_timestamp() - interval '24 hours'
      limit ${limit} for update skip locked))`)
}

// A name older than a day is free again.
async function insertName(tx: Queryable, name: RequestName): Promise<boolean> {
  try {
    const touched = await tx.run(sql`
      insert into idempotency_keys as kept (workspace_id, key, fingerprint, status, body)
      values (${name.workspaceId}, ${name.key}, ${name.fingerprint}, 0, '')
      on conflict (workspace_id, key) do update set
        fingerprint = excluded.fingerprint, status = 0, body = '', created_at = clock_timestamp()
      where kept.created_at < clock_timestamp() - interval '24 hours'`)
    return touched === 1
  } catch (error) {
    if (isDatabaseError(error, '55P03')) throw inProgress()
    throw error
  }
}

function inProgress(): Problem {
  return new Problem(
    409,
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
    { retryAfterSeconds: 1 },
  )
}
