import { createHash } from 'node:crypto'
import { type PermitRequest, takePermits } from '../../../accounts/permits.ts'
import { type CommitRequest, commitTimeoutOf } from '../../../connectors/connector.ts'
import { isDatabaseAway, isDatabaseError, type Queryable, sql, sqlState } from '../../../db/database.ts'
import { batchPer } from '../../../lib/concurrency/batch.ts'
import { limitPer } from '../../../lib/concurrency/limit-per.ts'
import { newId } from '../../../lib/id.ts'
import { moveTarget } from '../../move.ts'
import { intendMany, type NewCommit } from '../../move-many.ts'
import { isLegal } from '../../target.ts'
import { due, inMs, turnFallbackMs } from '../../timing.ts'
import type { SendWindow } from '../calling/connector-io.ts'
import { type Admission, passGates } from '../claiming/gate.ts'
import type { Work } from '../claiming/load-work.ts'
import type { CommitRow } from '../records/commit-record.ts'
import { wakeIfFirst } from '../waiting/account-order.ts'
import { applyGate, holdWhileLocked, yieldTurn } from '../waiting/stop-target.ts'
import type { WorkerContext } from '../worker-context.ts'
import { lockForIntent } from './lock-for-intent.ts'

/** A commit that is written down and durable: it may be sent, within its window. */
export interface Intent {
  readonly work: Work
  readonly commit: CommitRow
  readonly window: SendWindow
}

/**
 * W4: stores the request that is about to be sent, once nothing stands in its way. Otherwise null: the target waits for
 * its turn or its time, is held, needs a review, or another worker has claimed it by now.
 */
export async function intend(context: WorkerContext, work: Work): Promise<Intent | null> {
  const batched = await intendInBatch(context, { work, request: work.connector.compose(work.step) })
  const result =
    batched === 'retry_singly' ? await limitIntends(context)(() => intendSingly(context, work)) : batched
  switch (result) {
    case 'behind':
      if (await wakeIfFirst(context, work.seen)) context.wake(0)
      return null
    case 'to_hold':
      await holdWhileLocked(context, work)
      return null
    case 'asked':
      await yieldTurn(context, work)
      return null
    case 'waits':
      return null
    default:
      context.failpoint('after_intent_commit')
      return result
  }
}

/**
 * An intent, or why there is none: another target of the account comes first, the target is to be held (by a transaction
 * of its own), it asks a person now, or it waits or is lost.
 */
type Result = Intent | 'behind' | 'to_hold' | 'asked' | 'waits'

/** A commit to be written down, and the window in which it may be sent. */
interface PlannedIntent {
  readonly work: Work
  readonly window: SendWindow
}

interface Queued {
  readonly work: Work
  readonly request: CommitRequest
}

// One lane, so that those who wait for it fill the next batch. A slow transaction delays every commit of this process.
const intendInBatch = batchPer<WorkerContext, Queued, Result | 'retry_singly'>(
  { most: 64, lanes: 1 },
  async (context, queued) => {
    // Windows open here and not when the target is queued: waiting for the batch must not use them up.
    const planned = queued.map(({ work, request }) => ({ work, window: openWindow(context, request) }))
    try {
      return await context.db.transaction((tx) => writeIntents(context, tx, planned, 'skip'))
    } catch (error) {
      // Nothing is sent if it is unknown whether the COMMIT happened.
      if (isDatabaseAway(error)) throw error
      return queued.map(() => 'retry_singly' as const)
    }
  },
)

// Each waits for locks on a connection of its own, so only three do so at once.
const limitIntends = limitPer<WorkerContext>(3)

const lockedPauseMs = 1_000

async function intendSingly(context: WorkerContext, work: Work): Promise<Result> {
  const one = { work, window: openWindow(context, work.connector.compose(work.step)) }
  try {
    const [result] = await context.db.transaction((tx) => writeIntents(context, tx, [one], 'wait'))
    return !result || result === 'retry_singly' ? 'waits' : result
  } catch (error) {
    // A unique index forbids a second send while another target of the account, or an older commit of this one, is open.
    const isSecond = isDatabaseError(error, sqlState.uniqueViolation)
    const isLocked = isDatabaseError(error, sqlState.lockNotAvailable)
    if (!isSecond && !isLocked) throw error
    await stayReady(context.db, work, isSecond ? turnFallbackMs : lockedPauseMs)
    return isSecond ? 'behind' : 'waits'
  }
}

/** Opens before the transaction begins, so that the window can only be shorter than was promised. */
export function openWindow(context: WorkerContext, commit: CommitRequest): SendWindow {
  const { sendWindowMs, requestTimeoutMs } = context.config.timings
  return {
    commit,
    monotonicStart: performance.now(),
    wallStart: Date.now(),
    windowMs: sendWindowMs,
    timeoutMs: commitTimeoutOf(commit, requestTimeoutMs),
  }
}

/** One result for each of them, in their order. A target that could not be locked is to be retried singly. */
async function writeIntents(
  context: WorkerContext,
  tx: Queryable,
  planned: readonly PlannedIntent[],
  whenLocked: 'wait' | 'skip',
): Promise<(Result | 'retry_singly')[]> {
  const locked = await lockForIntent(tx, planned.map(workOf), whenLocked)
  const free = planned.filter(({ work }) => locked.has(work.seen.id))
  const admissions = await judgeAdmissions(context, tx, free.map(workOf))
  const clear = free.filter(({ work }) => isClear(admissions.get(work)))
  const intents = await writeCommits(context, tx, clear)
  if (intents.size > 0) context.failpoint('before_intent_commit')
  const results: (Result | 'retry_singly')[] = []
  for (const { work } of planned) {
    const admission = admissions.get(work)
    if (!admission) results.push('retry_singly')
    else if (isClear(admission)) results.push(intents.get(work) ?? 'retry_singly')
    else results.push(await writeDelay(tx, work, admission))
  }
  return results
}

function workOf({ work }: PlannedIntent): Work {
  return work
}

/**
 * By claim: whether its target may go. Targets that nothing else stops still need a permit of their network. A batch may hold
 * two claims of one target: one that a person's edit ended, and the one that came after it.
 */
async function judgeAdmissions(
  context: WorkerContext,
  tx: Queryable,
  works: readonly Work[],
): Promise<Map<Work, Admission>> {
  const found = await passGates(tx, works)
  const admissions = new Map(
    works.flatMap((work, index) => {
      const admission = found[index]
      return admission ? [[work, admission] as const] : []
    }),
  )
  const clear = works.filter((work) => isClear(admissions.get(work)))
  const waits = await takePermits(tx, clear.map(permitOf), context.config.timings.sendWindowMs)
  for (const [index, work] of clear.entries()) {
    const ms = waits[index]
    if (ms) admissions.set(work, { gate: { verdict: 'wait', inMs: ms }, isBehind: false })
  }
  return admissions
}

/** The permit that a post needs from its network. */
export function permitOf({ connector, step }: Work): PermitRequest {
  return { platform: connector.platform, rates: connector.limits(step.account).rates }
}

function isClear(admission: Admission | undefined): boolean {
  return admission?.gate.verdict === 'go' && admission.gate.dueInMs <= 0 && !admission.isBehind
}

/** Writes down that a target cannot go yet. */
async function writeDelay(tx: Queryable, work: Work, { gate }: Admission): Promise<Result> {
  switch (gate.verdict) {
    case 'go':
      await stayReady(tx, work, gate.dueInMs > 0 ? null : turnFallbackMs)
      return gate.dueInMs > 0 ? 'waits' : 'behind'
    case 'wait':
      await stayReady(tx, work, gate.inMs)
      return 'waits'
    case 'lost':
      return 'waits'
    // A hold locks the account and the workspace before the target, which is locked here already.
    case 'hold':
      return 'to_hold'
    case 'missed':
      await applyGate(tx, work, gate)
      return 'asked'
  }
}

async function writeCommits(
  context: WorkerContext,
  tx: Queryable,
  planned: readonly PlannedIntent[],
): Promise<Map<Work, Intent>> {
  const { sendWindowMs, settleMs } = context.config.timings
  const intents = new Map<Work, Intent>()
  for (const step of ['intend_at_once', 'intend'] as const) {
    const legal = planned.filter(({ work }) => isLegal(step, work.seen.state))
    if (legal.length === 0) continue
    const commits = legal.map((one) => toCommit(one, settleMs))
    const written = await intendMany(tx, step, commits, sendWindowMs)
    const sentAt = new Map(written.map(({ commit_id, first_sent_at }) => [commit_id, first_sent_at]))
    for (const [index, one] of legal.entries()) {
      const commitId = commits[index]?.commitId ?? ''
      const firstSentAt = sentAt.get(commitId)
      if (firstSentAt) intents.set(one.work, toIntent(one, step, commitId, firstSentAt))
    }
  }
  return intents
}

function toCommit({ work, window }: PlannedIntent, settleMs: number): NewCommit {
  const request = JSON.stringify(window.commit)
  return {
    seen: work.seen,
    commitId: newId(),
    artefacts: work.step.artefacts,
    idempotencyKey: work.step.key,
    request,
    requestSha256: createHash('sha256').update(request).digest('hex'),
    answerMs: window.timeoutMs + settleMs,
  }
}

function toIntent(
  { work, window }: PlannedIntent,
  step: 'intend_at_once' | 'intend',
  commitId: string,
  firstSentAt: Date,
): Intent {
  const seen = { ...work.seen, state: 'committing' as const }
  return {
    work: { ...work, seen, tries: step === 'intend_at_once' ? 0 : work.tries },
    commit: {
      id: commitId,
      request: window.commit,
      ambiguous: false,
      sends: 1,
      firstSentAt,
      ref: null,
      evidence: [],
      exchange: null,
    },
    window,
  }
}

/** Leaves a target ready to be sent: to look again in `ms`, or at its time when that is null. */
export async function stayReady(db: Queryable, work: Work, ms: number | null): Promise<void> {
  const nextActionAt = ms === null ? due(sql`t.scheduled_at`, sql`t.workspace_id`, sql`t.mode`) : inMs(ms)
  if (work.seen.state === 'preparing') {
    await moveTarget(db, work.seen, 'prepared', { artefacts: work.step.artefacts, nextActionAt, tries: 0 })
  } else {
    await moveTarget(db, work.seen, 'wait_ready', { nextActionAt })
  }
}
