import { takePermits } from '../../accounts/permits.ts'
import {
  type CommitStep,
  Failure,
  type NetworkClass,
  type PublishedPost,
  repeatableForMs,
  type Settled,
} from '../../connectors/connector.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { textOf } from '../../lib/json/json.ts'
import { createMediaSource } from '../../media/media-source.ts'
import { type Changes, moveTarget, type Review } from '../move.ts'
import { asFailure } from '../target-error.ts'
import { inMs } from '../timing.ts'
import { openFreshAccess, withAccess } from './access.ts'
import { releaseTurn } from './account-order.ts'
import { send } from './commit.ts'
import { createIo } from './connector-io.ts'
import { reviewOf } from './hold.ts'
import { openWindow, permitOf } from './intend.ts'
import { type CommitRow, loadOpenCommit, type Work } from './load-work.ts'
import { addEvidence, closeCommit, lockSeen, settleSend, writePublished, writeRefused } from './settle.ts'
import type { WorkerContext } from './worker-context.ts'

const mostSends = 8

/**
 * R1 to R6 and C1: finds out what became of a commit that was accepted, or of which nobody knows. It only reads, except
 * for the one safe repetition (R2): the same bytes under a key or container that the network takes once.
 */
export async function reconcile(context: WorkerContext, work: Work): Promise<void> {
  const commit = await loadOpenCommit(context, work)
  if (!commit) throw new Error(`A target is ${work.seen.state} without an open commit.`)
  const verdict = await findVerdict(context, work, commit)
  context.failpoint('in_reconcile_read')
  if (await isOutdated(context, work, commit, verdict)) await askOutdated(context, work, commit)
  else if (work.seen.state === 'confirming') await confirm(context, work, commit, verdict)
  else await conclude(context, work, commit, verdict)
  context.failpoint('after_reconcile_commit')
}

export type Verdict = Settled | { readonly outcome: 'unreachable' }

/**
 * What became of a commit. An answer that is written down is as good as any; but where the same was sent more than once
 * it says nothing of the other requests, so the network is looked at all the same, and the answer counts only where that
 * shows nothing.
 */
export async function findVerdict(context: WorkerContext, work: Work, commit: CommitRow): Promise<Verdict> {
  const answered = lateAnswerOf(commit)
  if (answered && commit.sends === 1) return answered
  const seen = await askNetwork(context, work, commit)
  const isInVain = seen.outcome === 'unreachable' && work.looks >= looksForOthers
  return answered && (isInVain || showsNothing.has(seen.outcome)) ? answered : seen
}

const showsNothing: ReadonlySet<Verdict['outcome']> = new Set(['not_found', 'repeat', 'absent', 'rejected'])
// A network that answered once and then cannot be read: its answer is believed after so many looks.
const looksForOthers = 3

/**
 * Of a database that was put back, the record of a commit may not be the last word: sent again since, under another
 * record, or taken down by its author. Then only what is found to be public is believed.
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
  await context.db.transaction(async (tx) => {
    await askPerson(tx, work, commit, step, 'restored', [])
  })
  await releaseTurn(context, work)
}

/** The answer of a network to a worker that had lost its claim by then, or to a request that was not the only one. */
function lateAnswerOf(commit: CommitRow): Verdict | null {
  const answer = commit.evidence.find(
    ({ what, outcome }) => (what === 'late_answer' || what === 'answered') && outcome === 'published',
  )
  if (!answer || typeof answer.remote_id !== 'string' || typeof answer.url !== 'string') return null
  return {
    outcome: 'published',
    remoteId: answer.remote_id,
    url: answer.url,
    reference: answer.reference ?? null,
  }
}

/** The same of one by which the network only took it: its name for it is what to ask by. */
function lateRefOf({ evidence }: CommitRow): string | null {
  const answer = evidence.find((entry) => entry.what === 'late_answer' && entry.outcome === 'accepted')
  return textOf(answer?.ref)
}

async function askNetwork(context: WorkerContext, work: Work, commit: CommitRow): Promise<Verdict> {
  const media = createMediaSource(context, work.seen.workspaceId)
  const step: CommitStep = {
    ...work.step,
    commit: commit.request,
    firstSentAt: commit.firstSentAt,
    sends: commit.sends,
    ref: commit.ref ?? lateRefOf(commit),
    looks: work.looks,
  }
  try {
    return await withAccess(context, work, ({ credentials, account }) =>
      work.connector.settle(
        { ...step, account },
        createIo(context, { credentials, media, now: work.now, window: null, sending: { called: false } }),
      ),
    )
  } catch (error) {
    const failure = asFailure(error, 'unavailable')
    if (failure !== error)
      context.log.error({ err: error, target: work.seen.id }, 'looking at a network broke')
    return { outcome: 'unreachable' }
  }
}

async function confirm(
  context: WorkerContext,
  work: Work,
  commit: CommitRow,
  verdict: Verdict,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    switch (verdict.outcome) {
      case 'published':
        return void (await writePublished(tx, work, commit, 'confirm', verdict))
      case 'rejected':
        if (!isVerdict(work, commit))
          return void (await askPerson(tx, work, commit, 'confirm_ask', 'answer_lost', []))
        return void (await writeRefused(tx, work, commit, 'confirm_refused', verdict.failure))
      case 'several':
        return void (await askPerson(tx, work, commit, 'confirm_ask', 'duplicate_seen', verdict.posts))
      default: {
        const age = await ageOf(tx, work, commit)
        if (age > context.config.timings.confirmLimitMs) {
          return void (await askPerson(tx, work, commit, 'confirm_ask', 'answer_lost', []))
        }
        const again = verdict.outcome === 'pending' ? verdict.againInMs : pauseAfter(context, work.looks)
        return void (await moveTarget(tx, work.seen, 'confirm_again', {
          nextActionAt: inMs(again),
          looks: work.looks + 1,
        }))
      }
    }
  })
}

/**
 * Whether a refusal proves that nothing is public: of a container always, for it is published once or never; of what was
 * sent more than once not, for another request may still be at work.
 */
function isVerdict({ connector, step }: Work, commit: CommitRow): boolean {
  return commit.sends === 1 || connector.networkClass(step.account, step.draft).class === 'two_phase'
}

async function conclude(
  context: WorkerContext,
  work: Work,
  commit: CommitRow,
  verdict: Verdict,
): Promise<void> {
  const network = work.connector.networkClass(work.step.account, work.step.draft)
  const sent = verdict.outcome === 'repeat' ? await repeatSend(context, work, commit, network) : 'not_safe'
  if (sent === 'sent') return
  const last: Verdict = sent === 'no_access' ? { outcome: 'unreachable' } : verdict
  await context.db.transaction(async (tx) => {
    await write(context, tx, work, commit, last, network)
  })
  await releaseTurn(context, work)
}

async function write(
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
      if (!isVerdict(work, commit)) return askPerson(tx, work, commit, 'ask', 'answer_lost', [])
      return writeRefused(tx, work, commit, 'find_refused', verdict.failure)
    case 'several':
      return askPerson(tx, work, commit, 'ask', 'duplicate_seen', verdict.posts)
    case 'absent':
      // Only a key or a container that is kept for good proves anything by what it shows: elsewhere the first request may
      // still be at work.
      if (repeatableForMs(network) !== Number.POSITIVE_INFINITY)
        return lookAgain(context, tx, work, commit, network)
      return startOver(tx, work, commit)
    case 'pending':
      return lookLater(context, tx, work, commit, { nextActionAt: inMs(verdict.againInMs) })
    case 'unreachable':
      return lookLater(context, tx, work, commit, {
        nextActionAt: inMs(pauseAfter(context, work.looks)),
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

/** The network cannot tell yet, or cannot be reached; after a day of that a person is asked. */
async function lookLater(
  context: WorkerContext,
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  changes: Changes,
): Promise<boolean> {
  if ((await ageOf(tx, work, commit)) > context.config.timings.confirmLimitMs) {
    return askPerson(tx, work, commit, 'ask', 'answer_lost', [])
  }
  return moveTarget(tx, work.seen, 'look_again', changes)
}

/** R3: proven to be nowhere, so it may be sent anew. */
async function startOver(tx: Queryable, work: Work, commit: CommitRow): Promise<boolean> {
  const moved = await moveTarget(tx, work.seen, 'prove_absent', {
    nextActionAt: inMs(0),
    artefacts: {},
    looks: 0,
  })
  if (moved) await closeCommit(tx, work, commit, 'absent', {})
  return moved
}

/** Stops, and asks a person what to make of it. */
export async function askPerson(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  step: 'ask' | 'confirm_ask' | 'ask_first',
  reason: Review['reason'],
  found: readonly PublishedPost[],
): Promise<boolean> {
  const moved = await moveTarget(tx, work.seen, step, {
    review: reviewOf(work, reason, commit.firstSentAt, found),
  })
  if (moved)
    await addEvidence(tx, work, commit, { what: 'looked', found: found.map(({ remoteId }) => remoteId) })
  return moved
}

/** R2: the same bytes under the same key, where that is still safe and we have leave to. */
async function repeatSend(
  context: WorkerContext,
  work: Work,
  commit: CommitRow,
  network: NetworkClass,
): Promise<'sent' | 'not_safe' | 'no_access'> {
  if (commit.sends >= mostSends || repeatableForMs(network) === 0) return 'not_safe'
  if (!(await isKeyAlive(context.db, work, commit, network))) return 'not_safe'
  const access = await openFreshAccess(context, work).catch((error: unknown) =>
    asFailure(error, 'unavailable'),
  )
  if (access instanceof Failure) return 'no_access'
  const window = openWindow(context, commit.request)
  const moved = await context.db.transaction(async (tx) => {
    // By the clock of this very transaction: refreshing our leave may have taken long.
    if (!(await isKeyAlive(tx, work, commit, network))) return 'expired'
    if (!(await lockSeen(tx, work))) return false
    const [wait] = await takePermits(tx, [permitOf(work)], context.config.timings.sendWindowMs)
    if (wait) return 'no_room'
    const again = await moveTarget(tx, work.seen, 'send_again', {
      keepLease: true,
      nextActionAt: sql`lease_until`,
    })
    if (again) await reopen(context, tx, work, commit, window.windowMs)
    return again
  })
  if (moved === 'expired') return 'not_safe'
  if (moved === 'no_room') return 'no_access'
  if (!moved) return 'sent'
  const again = { ...commit, sends: commit.sends + 1, ambiguous: true }
  const seen = { ...work.seen, state: 'committing' as const }
  const sent = { ...work, seen, step: { ...work.step, account: access.account } }
  await settleSend(context, sent, again, await send(context, { work: sent, commit: again, window }, access))
  return 'sent'
}

/** Whether the network surely still knows the key of the first send. */
async function isKeyAlive(
  db: Queryable,
  work: Work,
  commit: CommitRow,
  network: NetworkClass,
): Promise<boolean> {
  const forMs = repeatableForMs(network)
  return forMs === Number.POSITIVE_INFINITY || (await ageOf(db, work, commit)) <= forMs
}

async function reopen(
  context: WorkerContext,
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  windowMs: number,
): Promise<void> {
  const { requestTimeoutMs, settleMs } = context.config.timings
  await tx.run(sql`
    update commits set sends = sends + 1, ambiguous = true, outcome = 'pending', fence = ${work.seen.fence},
      send_deadline = clock_timestamp() + ${windowMs}::float8 * interval '1 millisecond',
      look_after = clock_timestamp() + ${windowMs + requestTimeoutMs + settleMs}::float8 * interval '1 millisecond'
    where workspace_id = ${work.seen.workspaceId} and id = ${commit.id}`)
}

/** Milliseconds since the first send, by the database's clock. */
async function ageOf(db: Queryable, work: Work, commit: CommitRow): Promise<number> {
  const row = await db.row<{ ms: number }>(sql`
    select (extract(epoch from clock_timestamp() - first_sent_at) * 1000)::float8 as ms from commits
    where workspace_id = ${work.seen.workspaceId} and id = ${commit.id}`)
  return row?.ms ?? Number.POSITIVE_INFINITY
}

/** How long to wait before a network is looked at again that could not be asked, in milliseconds. */
export function pauseAfter(context: WorkerContext, looks: number): number {
  return Math.min(600_000, context.config.timings.backoffMs * 2 ** Math.min(looks, 20))
}
