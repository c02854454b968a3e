import { markNeedsReconnect } from '../../accounts/mark-needs-reconnect.ts'
import type { Committed, Failure, PublishedPost } from '../../connectors/connector.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { whileAway } from '../../db/while-away.ts'
import type { Json } from '../../lib/json/json.ts'
import { redact } from '../../lib/log.ts'
import { releaseChildren } from '../chain.ts'
import { moveTarget } from '../move.ts'
import { targetError } from '../target-error.ts'
import { inMs } from '../timing.ts'
import { wasAccessRefused } from './access.ts'
import { releaseTurn, wakeNextOfAccount } from './account-order.ts'
import { failChildrenOf } from './hold.ts'
import type { CommitRow, Work } from './load-work.ts'
import { pauseFor } from './prepare.ts'
import { deferRateLimited } from './rate-limited.ts'
import { settlePublished } from './settle-published.ts'
import type { WorkerContext } from './worker-context.ts'

export type SendOutcome = Committed | FailedSend

interface FailedSend {
  readonly outcome: 'failed'
  readonly failure: Failure
  /** Of the leave it was sent with. */
  readonly accessVersion: number
}

/**
 * W6: writes down what came of a send. The answer is in our hands and nowhere else, so a database that is away is waited
 * for. A worker that lost its claim moves nothing: what it knows is kept as evidence for whoever looks.
 */
export async function settleSend(
  context: WorkerContext,
  work: Work,
  commit: CommitRow,
  outcome: SendOutcome,
): Promise<void> {
  context.failpoint('before_settle_commit')
  const isPlain = await whileAway(() => write(context, work, commit, outcome), {
    longestMs: longestWaitMs,
    signal: context.signal,
    onWait: (error) => context.log.warn({ err: error }, 'an answer waits for the database'),
  })
  context.failpoint('after_settle_commit')
  if (!isPlain) return releaseTurn(context, work)
  if (await wakeNextOfAccount(context, work)) context.wake(0)
}

/** Whether it is published, and nothing waits for that. */
async function write(
  context: WorkerContext,
  work: Work,
  commit: CommitRow,
  outcome: SendOutcome,
): Promise<boolean> {
  if (outcome.outcome === 'published' && !work.isAnswered && !commit.ambiguous) {
    if (await settlePublished(context, { work, commit, post: outcome })) return true
  }
  await context.db.transaction(async (tx) => {
    const isOurs = await writeOutcome(context, tx, work, commit, outcome)
    if (!isOurs) await addEvidence(tx, work, commit, lateAnswer(outcome))
  })
  return false
}

const longestWaitMs = 10 * 60_000

/** False when the target is not ours any more. */
async function writeOutcome(
  context: WorkerContext,
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  outcome: SendOutcome,
): Promise<boolean> {
  switch (outcome.outcome) {
    case 'published':
      return commit.ambiguous
        ? lookForOthers(tx, work, commit, outcome)
        : writePublished(tx, work, commit, 'publish', outcome)
    case 'accepted': {
      const moved = await moveTarget(tx, work.seen, 'accept', {
        nextActionAt: inMs(outcome.againInMs),
        looks: 0,
      })
      if (moved) await closeCommit(tx, work, commit, 'accepted', { ref: outcome.ref })
      return moved
    }
    case 'failed':
      await giveUpRefused(tx, work, outcome)
      return writeFailure(context, tx, work, commit, outcome.failure)
  }
}

/** It was sent more than once: this answer is kept, and the network looked at once more before anything is settled by it. */
async function lookForOthers(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  outcome: SendOutcome,
): Promise<boolean> {
  const moved = await moveTarget(tx, work.seen, 'lose_answer', { nextActionAt: inMs(0), looks: 0 })
  if (!moved) return false
  await addEvidence(tx, work, commit, { ...lateAnswer(outcome), what: 'answered' })
  await tx.run(sql`
    update commits set outcome = 'unknown' where workspace_id = ${work.seen.workspaceId} and id = ${commit.id}`)
  return true
}

/** Refused, refreshed, refused again: this leave is gone. Taken before the post's lock, as everywhere. */
async function giveUpRefused(
  tx: Queryable,
  work: Work,
  { failure, accessVersion }: FailedSend,
): Promise<void> {
  if (failure.kind === 'unauthorized' && wasAccessRefused(work))
    await markNeedsReconnect(tx, work.seen.workspaceId, work.accountId, accessVersion)
}

/** The one way to `published` that a worker has: with the network's own id. */
export async function writePublished(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  step: 'publish' | 'find' | 'find_first' | 'confirm',
  post: PublishedPost,
): Promise<boolean> {
  // What answers it is released first: a thread between two of its parts is never told to be complete.
  if (!work.seen.isOnlyTarget) {
    if (!(await lockSeen(tx, work))) return false
    await releaseChildren(tx, work.seen.workspaceId, work.seen.id)
  }
  const moved = await moveTarget(tx, work.seen, step, {
    remote: { id: post.remoteId, url: post.url, reference: post.reference },
    error: null,
    tries: 0,
  })
  if (moved) await closeCommit(tx, work, commit, 'ok', { ref: post.remoteId })
  return moved
}

/** Locks the post and the target; false when the target is no longer as it was seen. */
export async function lockSeen(tx: Queryable, work: Work): Promise<boolean> {
  const { workspaceId, postId, id, fence, state } = work.seen
  await tx.run(
    sql`select from posts where workspace_id = ${workspaceId} and id = ${postId} for no key update`,
  )
  const row = await tx.row(sql`
    select id from targets where workspace_id = ${workspaceId} and id = ${id} and fence = ${fence} and state = ${state}
    for no key update`)
  return row !== null
}

// After one ambiguous send no refusal proves anything: the first may have arrived.
async function writeFailure(
  context: WorkerContext,
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  failure: Failure,
): Promise<boolean> {
  if (commit.ambiguous) return writeUnknown(tx, work, commit, failure)
  switch (failure.kind) {
    case 'invalid':
    case 'forbidden':
      return writeRefused(tx, work, commit, 'refuse', failure)
    case 'unauthorized':
    case 'rate_limited':
      return sendLater(context, tx, work, commit, failure, 'rejected')
    case 'not_sent':
      return sendLater(context, tx, work, commit, failure, 'not_sent')
    case 'unavailable':
    case 'unknown_outcome':
      return writeUnknown(tx, work, commit, failure)
  }
}

/** The network refused for good, and nothing is public. */
export async function writeRefused(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  step: 'refuse' | 'find_refused' | 'confirm_refused',
  failure: Failure,
): Promise<boolean> {
  const error = targetError(failure)
  const moved = await moveTarget(tx, work.seen, step, { error })
  if (!moved) return false
  await closeCommit(tx, work, commit, 'rejected', { error })
  await failChildrenOf(tx, work)
  return true
}

async function sendLater(
  context: WorkerContext,
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  failure: Failure,
  outcome: 'rejected' | 'not_sent',
): Promise<boolean> {
  const later = failure.kind === 'rate_limited' ? await deferRateLimited(tx, work, failure) : null
  const error = targetError(failure)
  const tries = work.tries + (later?.isTry === false ? 0 : 1)
  const pause = failure.kind === 'unauthorized' ? 0 : pauseFor(context, tries, failure)
  const nextActionAt = later?.nextActionAt ?? inMs(pause)
  const moved = await moveTarget(tx, work.seen, 'send_later', { error, tries, nextActionAt })
  if (moved) await closeCommit(tx, work, commit, outcome, { error })
  return moved
}

async function writeUnknown(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  failure: Failure,
): Promise<boolean> {
  const moved = await moveTarget(tx, work.seen, 'lose_answer', {
    nextActionAt: sql`greatest(clock_timestamp(), (select look_after from commits
      where workspace_id = ${work.seen.workspaceId} and id = ${commit.id}))`,
    looks: 0,
  })
  if (!moved) return false
  await tx.run(sql`
    update commits set outcome = 'unknown', error = ${JSON.stringify(targetError(failure))}::jsonb
    where workspace_id = ${work.seen.workspaceId} and id = ${commit.id}`)
  return true
}

/** Settles a commit for good. */
export async function closeCommit(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  outcome: 'ok' | 'accepted' | 'rejected' | 'not_sent' | 'absent',
  more: { ref?: string; error?: unknown },
): Promise<void> {
  await tx.run(sql`
    update commits set outcome = ${outcome}, ref = coalesce(${more.ref ?? null}, ref),
      error = ${more.error === undefined ? null : JSON.stringify(more.error)}::jsonb,
      settled_at = case when ${outcome} = 'accepted' then null else clock_timestamp() end
    where workspace_id = ${work.seen.workspaceId} and id = ${commit.id}`)
}

export async function addEvidence(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  what: { readonly [key: string]: Json },
): Promise<void> {
  await tx.run(sql`
    update commits set evidence = evidence || jsonb_build_array(
      jsonb_build_object('at', clock_timestamp()) || ${JSON.stringify(what)}::jsonb)
    where workspace_id = ${work.seen.workspaceId} and id = ${commit.id}`)
}

function lateAnswer(outcome: SendOutcome): { readonly [key: string]: Json } {
  switch (outcome.outcome) {
    case 'published':
      return {
        what: 'late_answer',
        outcome: 'published',
        remote_id: outcome.remoteId,
        url: outcome.url,
        reference: outcome.reference,
      }
    case 'accepted':
      return { what: 'late_answer', outcome: 'accepted', ref: outcome.ref }
    case 'failed':
      return {
        what: 'late_answer',
        outcome: 'failed',
        kind: outcome.failure.kind,
        message: redact(outcome.failure.message),
      }
  }
}
