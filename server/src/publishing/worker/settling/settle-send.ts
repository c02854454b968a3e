import { markInactive } from '../../../accounts/mark-inactive.ts'
import type { Failure } from '../../../connectors/connector.ts'
import { type Queryable, sql } from '../../../db/database.ts'
import { whileAway } from '../../../db/while-away.ts'
import type { Json } from '../../../lib/json/json.ts'
import { redact } from '../../../lib/log.ts'
import { moveTarget } from '../../move.ts'
import { targetError } from '../../target-error.ts'
import { inMs } from '../../timing.ts'
import { wasAccessRefused } from '../calling/access.ts'
import type { Work } from '../claiming/load-work.ts'
import { addEvidence, type CommitRow, closeCommit, markUnknown } from '../records/commit-record.ts'
import { writePublished, writeRefused } from '../records/result-writer.ts'
import type { FailedSend, SendOutcome } from '../sending/send.ts'
import { releaseTurn, wakeNextOfAccount } from '../waiting/account-order.ts'
import { pauseFor } from '../waiting/backoff.ts'
import { pauseNetwork } from '../waiting/pause-network.ts'
import { deferRateLimited } from '../waiting/rate-limited.ts'
import type { WorkerContext } from '../worker-context.ts'
import { settlePublished } from './settle-published.ts'

/**
 * W6: stores the outcome of a send. Only this process knows the answer, so it waits for a database that is away. A
 * worker that lost its claim moves nothing: its answer is kept as evidence for the next look.
 */
export async function settleSend(
  context: WorkerContext,
  work: Work,
  sent: CommitRow,
  outcome: SendOutcome,
): Promise<void> {
  context.failpoint('before_settle_commit')
  const commit = { ...sent, exchange: outcome.exchange }
  const isDone = await whileAway(() => writeSettlement(context, work, commit, outcome), {
    longestMs: longestWaitMs,
    signal: context.signal,
    onWait: (error) => context.log.warn({ err: error }, 'an answer waits for the database'),
  })
  context.failpoint('after_settle_commit')
  if (!isDone) return releaseTurn(context, work)
  if (await wakeNextOfAccount(context, work)) context.wake(0)
}

/** Whether the target is published and leaves nothing to do. */
async function writeSettlement(
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

/** Answers false when the target is no longer ours. */
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
      await giveUpAccess(tx, work, outcome)
      return writeFailure(context, tx, work, commit, outcome.failure)
  }
}

/** The post was sent more than once. This answer is kept, and the network is looked at before it settles anything. */
async function lookForOthers(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  outcome: SendOutcome,
): Promise<boolean> {
  const moved = await moveTarget(tx, work.seen, 'lose_answer', { nextActionAt: inMs(0), looks: 0 })
  if (!moved) return false
  await addEvidence(tx, work, commit, { ...lateAnswer(outcome), what: 'answered' })
  await markUnknown(tx, work, commit)
  return true
}

/**
 * Credentials that were refused, refreshed, and refused again need a reconnect. A blocked account is known at once. The
 * account is locked before the post, as everywhere.
 */
async function giveUpAccess(
  tx: Queryable,
  work: Work,
  { failure, accessVersion }: FailedSend,
): Promise<void> {
  const key = { workspaceId: work.seen.workspaceId, accountId: work.accountId, version: accessVersion }
  if (failure.kind === 'unauthorized' && wasAccessRefused(work))
    await markInactive(tx, key, 'needs_reconnect')
  if (failure.kind === 'account_blocked') await markInactive(tx, key, 'blocked')
}

// After one ambiguous send no refusal proves anything: the first request may have arrived.
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
    case 'account_blocked':
    case 'rate_limited':
      return sendLater(context, tx, work, commit, failure, 'rejected')
    case 'app_unusable':
      await pauseNetwork(tx, work, failure)
      return sendLater(context, tx, work, commit, failure, 'rejected')
    case 'not_sent':
      return sendLater(context, tx, work, commit, failure, 'not_sent')
    case 'unavailable':
    case 'unknown_outcome':
      return writeUnknown(tx, work, commit, failure)
  }
}

async function sendLater(
  context: WorkerContext,
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  failure: Failure,
  outcome: 'rejected' | 'not_sent',
): Promise<boolean> {
  const deferral = failure.kind === 'rate_limited' ? await deferRateLimited(tx, work, failure) : null
  const error = targetError(failure)
  const tries = work.tries + (deferral?.isTry === false ? 0 : 1)
  const pause = failure.kind === 'unauthorized' ? 0 : pauseFor(context, tries, failure)
  const nextActionAt = deferral?.nextActionAt ?? inMs(pause)
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
  if (moved) await markUnknown(tx, work, commit, targetError(failure))
  return moved
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
