import { type NetworkClass, repeatableForMs } from '../../../connectors/connector.ts'
import { type Queryable, sql } from '../../../db/database.ts'
import { type Changes, moveTarget } from '../../move.ts'
import { inMs } from '../../timing.ts'
import type { Work } from '../claiming/load-work.ts'
import { type CommitRow, closeCommit, commitAge, loadOpenCommit } from '../records/commit-record.ts'
import { writePublished, writeRefused } from '../records/result-writer.ts'
import { askPerson } from '../records/review.ts'
import { releaseTurn } from '../waiting/account-order.ts'
import { pauseAfterLook } from '../waiting/backoff.ts'
import type { WorkerContext } from '../worker-context.ts'
import { findVerdict, type Verdict } from './find-verdict.ts'
import { repeatSend } from './repeat-send.ts'

/**
 * R1 to R6 and C1: finds out the outcome of a commit that was accepted, or whose outcome is unknown. It only reads at
 * the network, except for the one safe repetition (R2): the same bytes under a key or container that the network takes
 * once.
 */
export async function reconcile(context: WorkerContext, work: Work): Promise<void> {
  const commit = await loadOpenCommit(context.db, work)
  if (!commit) throw new Error(`A target is ${work.seen.state} without an open commit.`)
  const verdict = await findVerdict(context, work, commit)
  context.failpoint('in_reconcile_read')
  if (await isOutdated(context, work, commit, verdict)) await askOutdated(context, work, commit)
  else if (work.seen.state === 'confirming') await settleAccepted(context, work, commit, verdict)
  else await settleUnknown(context, work, commit, verdict)
  context.failpoint('after_reconcile_commit')
}

/**
 * Whether the database was put back to an older state after the commit. Then the commit may have been sent again since,
 * under another record, or taken down by its author, so only a post that is found to be public is believed.
 */
async function isOutdated(
  context: WorkerContext,
  work: Work,
  commit: CommitRow,
  verdict: Verdict,
): Promise<boolean> {
  if (!['rejected', 'absent', 'repeat', 'not_found'].includes(verdict.outcome)) return false
  const row = await context.db.row<{ outdated: boolean }>(sql`
    select exists (select from instance where name = 'restored_at' and value::timestamptz > c.first_sent_at) as outdated
    from commits c where c.workspace_id = ${work.seen.workspaceId} and c.id = ${commit.id}`)
  return row?.outdated ?? false
}

async function askOutdated(context: WorkerContext, work: Work, commit: CommitRow): Promise<void> {
  const step = work.seen.state === 'confirming' ? 'confirm_ask' : 'ask'
  await context.db.transaction((tx) => askPerson(tx, work, commit, step, 'restored', []))
  await releaseTurn(context, work)
}

/** C1: the network accepted the post, and reports its outcome later. */
async function settleAccepted(
  context: WorkerContext,
  work: Work,
  commit: CommitRow,
  verdict: Verdict,
): Promise<void> {
  await context.db.transaction((tx) => writeAccepted(context, tx, work, commit, verdict))
}

async function writeAccepted(
  context: WorkerContext,
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  verdict: Verdict,
): Promise<boolean> {
  switch (verdict.outcome) {
    case 'published':
      return writePublished(tx, work, commit, 'confirm', verdict)
    case 'rejected':
      if (!isFinal(work, commit)) return askPerson(tx, work, commit, 'confirm_ask', 'answer_lost', [])
      return writeRefused(tx, work, commit, 'confirm_refused', verdict.failure)
    case 'several':
      return askPerson(tx, work, commit, 'confirm_ask', 'duplicate_seen', verdict.posts)
    default: {
      const age = await commitAge(tx, work, commit)
      if (age > context.config.timings.confirmLimitMs)
        return askPerson(tx, work, commit, 'confirm_ask', 'answer_lost', [])
      const again = verdict.outcome === 'pending' ? verdict.againInMs : pauseAfterLook(context, work.looks)
      return moveTarget(tx, work.seen, 'confirm_again', { nextActionAt: inMs(again), looks: work.looks + 1 })
    }
  }
}

/**
 * Whether a refusal proves that nothing is public. It does for a container, which is published once or never. It does not
 * for a post that was sent more than once, for another request may still be at work.
 */
function isFinal({ connector, step }: Work, commit: CommitRow): boolean {
  return commit.sends === 1 || connector.networkClass(step.account, step.draft).class === 'two_phase'
}

async function settleUnknown(
  context: WorkerContext,
  work: Work,
  commit: CommitRow,
  verdict: Verdict,
): Promise<void> {
  const network = work.connector.networkClass(work.step.account, work.step.draft)
  const repeated = verdict.outcome === 'repeat' ? await repeatSend(context, work, commit, network) : null
  if (repeated === 'sent') return
  const last: Verdict = repeated === 'not_now' ? { outcome: 'unreachable' } : verdict
  await context.db.transaction((tx) => writeUnknownVerdict(context, tx, work, commit, last, network))
  await releaseTurn(context, work)
}

async function writeUnknownVerdict(
  context: WorkerContext,
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  verdict: Verdict,
  network: NetworkClass,
): Promise<boolean> {
  switch (verdict.outcome) {
    case 'published':
      return writePublished(tx, work, commit, 'find', verdict)
    case 'rejected':
      if (!isFinal(work, commit)) return askPerson(tx, work, commit, 'ask', 'answer_lost', [])
      return writeRefused(tx, work, commit, 'find_refused', verdict.failure)
    case 'several':
      return askPerson(tx, work, commit, 'ask', 'duplicate_seen', verdict.posts)
    case 'absent':
      // Only a key or container that is kept for ever proves absence. Elsewhere the first request may still be at work.
      if (repeatableForMs(network) !== Number.POSITIVE_INFINITY)
        return lookAgain(context, tx, work, commit, network)
      return startOver(tx, work, commit)
    case 'pending':
      return lookLater(context, tx, work, commit, { nextActionAt: inMs(verdict.againInMs) })
    case 'unreachable':
      return lookLater(context, tx, work, commit, {
        nextActionAt: inMs(pauseAfterLook(context, work.looks)),
        looks: work.looks + 1,
      })
    case 'repeat':
    case 'not_found':
      return lookAgain(context, tx, work, commit, network)
  }
}

/** R4 and R5: nothing to see yet, and no proof. */
function lookAgain(
  context: WorkerContext,
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  network: NetworkClass,
): Promise<boolean> {
  const pause = context.config.timings.reconcilePausesMs[work.looks]
  if (network.class === 'blind' || pause === undefined)
    return askPerson(tx, work, commit, 'ask', 'answer_lost', [])
  return lookLater(context, tx, work, commit, { nextActionAt: inMs(pause), looks: work.looks + 1 })
}

/** The network cannot say yet, or cannot be reached. After a day of that a person is asked. */
async function lookLater(
  context: WorkerContext,
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  changes: Changes,
): Promise<boolean> {
  if ((await commitAge(tx, work, commit)) > context.config.timings.confirmLimitMs)
    return askPerson(tx, work, commit, 'ask', 'answer_lost', [])
  return moveTarget(tx, work.seen, 'look_again', changes)
}

/** R3: proven to be nowhere, so it may be sent again. */
async function startOver(tx: Queryable, work: Work, commit: CommitRow): Promise<boolean> {
  const moved = await moveTarget(tx, work.seen, 'prove_absent', {
    nextActionAt: inMs(0),
    artefacts: {},
    looks: 0,
  })
  if (moved) await closeCommit(tx, work, commit, 'absent', {})
  return moved
}
