import { empty, type Queryable, sql } from '../db/database.ts'
import type { Json } from '../lib/json/json.ts'
import { requireLegal } from './move.ts'
import { findMoves, isAsSeen, movedColumns, seenColumns, seenRow } from './move-statement.ts'
import { movedEvents } from './moved-events.ts'
import type { Seen } from './target.ts'

// Both statements leave out what somebody else has locked, so that a batch waits for nobody.
const skipLocked = sql`for no key update of t skip locked`

/** A commit to be written down for one target. */
export interface NewCommit {
  readonly seen: Seen
  readonly commitId: string
  readonly artefacts: Json
  readonly idempotencyKey: string
  /** The request as JSON, and its SHA-256 in hex. */
  readonly request: string
  readonly requestSha256: string
  /** How long after its last moment to be sent its answer may still arrive. */
  readonly answerMs: number
}

export interface WrittenCommit {
  readonly commit_id: string
  readonly first_sent_at: Date
}

/**
 * W4 for many: moves each target to `committing` and writes its commit down, in one statement. The lease stays, and the
 * timer is its end. Each may be sent within `sendWindowMs` from now. `intend_at_once` stores the artefacts too, for targets that were only prepared until now. Answers
 * the commits of the targets that moved.
 * @throws IllegalStep when the table has no such step; then nothing has moved.
 */
export function intendMany(
  tx: Queryable,
  step: 'intend' | 'intend_at_once',
  commits: readonly NewCommit[],
  sendWindowMs: number,
): Promise<WrittenCommit[]> {
  for (const { seen } of commits) requireLegal(seen, step)
  const rows = commits.map((commit) => ({
    ...seenRow(commit.seen),
    commit_id: commit.commitId,
    artefacts: commit.artefacts,
    idempotency_key: commit.idempotencyKey,
    request: commit.request,
    request_sha256: commit.requestSha256,
    answer_ms: commit.answerMs,
  }))
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${seenColumns}, commit_id uuid,
    artefacts jsonb, idempotency_key text, request text, request_sha256 text, answer_ms float8)`
  const becomesReady = step === 'intend_at_once' ? sql`, artefacts = m.artefacts, tries = 0` : empty
  return tx.rows<WrittenCommit>(sql`
    with ${findMoves(wanted, skipLocked)},
    moved as (
      update targets t set state = 'committing', updated_at = clock_timestamp(), next_action_at = t.lease_until,
        hold_reason = null, review = null ${becomesReady}
      from moves m where ${isAsSeen('t', 'm')}
      returning ${movedColumns('t', 'm')}, t.fence, m.commit_id, m.idempotency_key, m.request, m.request_sha256, m.answer_ms
    ), ${movedEvents('moves', 'moved')}, written as (
      insert into commits (workspace_id, id, target_id, fence, idempotency_key, request, request_sha256,
        send_deadline, look_after)
      select workspace_id, commit_id, id, fence, idempotency_key, convert_to(request, 'UTF8'),
        decode(request_sha256, 'hex'), deadline, deadline + answer_ms * interval '1 millisecond'
      from moved cross join (
        select clock_timestamp() + ${sendWindowMs}::float8 * interval '1 millisecond' as deadline) d
      returning id, first_sent_at
    )
    select id as commit_id, first_sent_at from written`)
}

/** A post that its network answered with an id. */
export interface NewPublication {
  readonly seen: Seen
  readonly commitId: string
  readonly remoteId: string
  readonly url: string
  readonly reference: Json
  /** The send and its answer, as they are stored. */
  readonly exchange: object | null
}

/**
 * W6a for many: moves each target to `published` and closes its commit, in one statement. Answers the ids of the
 * commits whose targets moved.
 * @throws IllegalStep when the table has no such step; then nothing has moved.
 */
export async function publishMany(
  tx: Queryable,
  publications: readonly NewPublication[],
): Promise<ReadonlySet<string>> {
  for (const { seen } of publications) requireLegal(seen, 'publish')
  const rows = publications.map((published) => ({
    ...seenRow(published.seen),
    commit_id: published.commitId,
    remote_id: published.remoteId,
    remote_url: published.url,
    remote_reference: published.reference,
    exchange: published.exchange,
  }))
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${seenColumns}, commit_id uuid,
    remote_id text, remote_url text, remote_reference jsonb, exchange jsonb)`
  const moved = await tx.rows<{ commit_id: string }>(sql`
    with ${findMoves(wanted, skipLocked)},
    moved as (
      update targets t set state = 'published', updated_at = clock_timestamp(), next_action_at = null,
        lease_owner = null, lease_until = null, hold_reason = null, review = null, error = null, tries = 0,
        remote_id = m.remote_id, remote_url = m.remote_url, remote_reference = m.remote_reference,
        published_at = clock_timestamp()
      from moves m where ${isAsSeen('t', 'm')}
      returning ${movedColumns('t', 'm')}, t.remote_id, m.commit_id, m.exchange
    ), ${movedEvents('moves', 'moved')}, closed as (
      update commits c set outcome = 'ok', ref = m.remote_id, error = null, settled_at = clock_timestamp(),
        exchange = m.exchange
      from moved m where c.workspace_id = m.workspace_id and c.id = m.commit_id
    )
    select commit_id from moved`)
  return new Set(moved.map(({ commit_id }) => commit_id))
}
