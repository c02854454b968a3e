import { createHash } from 'node:crypto'
import { type PermitWish, takePermits } from '../../accounts/permits.ts'
import { isDatabaseAway, isDatabaseError, type Queryable, sql } from '../../db/database.ts'
import { batchPer } from '../../lib/batch.ts'
import { newId } from '../../lib/id.ts'
import { type Move, moveTarget, moveTargets } from '../move.ts'
import { isLegal } from '../target.ts'
import { due, inMs, turnFallbackMs } from '../timing.ts'
import type { SendWindow } from './connector-io.ts'
import { type Admission, passGates } from './gate.ts'
import type { CommitRow, Work } from './load-work.ts'
import { stopAtGate } from './prepare.ts'
import type { WorkerContext } from './worker-context.ts'

const lockedMs = 1_000

/** A commit that is written down and durable: it may be sent, within its window. */
export interface Intent {
  readonly work: Work
  readonly commit: CommitRow
  readonly window: SendWindow
}

/** An intent; or why there is none: another of the account is first, it is to be held, it asks now, it waits or is lost. */
export type Intended = Intent | 'behind' | 'to_hold' | 'left' | 'waits'

interface Wish {
  readonly work: Work
  readonly window: SendWindow
}

/**
 * W4: writes down what is about to be sent, once nothing stands in its way. Many are written in one transaction; one that
 * somebody else has locked, or that a batch failed with, is written in one of its own.
 */
export async function intend(context: WorkerContext, work: Work): Promise<Intended> {
  const together = await intendTogether(context, { work, request: work.connector.compose(work.step) })
  if (together !== 'busy') return together
  return intendAlone(context, work)
}

// Each waits for its locks on a connection, so only some do so at once.
const intendAlone = batchPer<WorkerContext, Work, Intended>({ most: 1, lanes: 3 }, (context, works) =>
  Promise.all(works.map((work) => tryAlone(context, work))),
)

async function tryAlone(context: WorkerContext, work: Work): Promise<Intended> {
  const wish = { work, window: openWindow(context, work.connector.compose(work.step)) }
  try {
    const [intended] = await context.db.transaction((tx) => writeIntents(context, tx, [wish], 'wait'))
    return !intended || intended === 'busy' ? 'waits' : intended
  } catch (error) {
    // Another target of the account, or an older commit of this one, is still open: the index that forbids a second send.
    const isSecond = isDatabaseError(error, '23505')
    // Somebody has held it for longer than is waited for.
    if (!isSecond && !isDatabaseError(error, '55P03')) throw error
    await stayReady(context.db, work, isSecond ? turnFallbackMs : lockedMs)
    return isSecond ? 'behind' : 'waits'
  }
}

/** One that waits for its batch: its window opens when that begins, for in the queue nothing can be sent. */
interface Queued {
  readonly work: Work
  readonly request: CommitRow['request']
}

const intendTogether = batchPer<WorkerContext, Queued, Intended | 'busy'>(
  { most: 64, lanes: 1 },
  async (context, queued) => {
    const wishes = queued.map(({ work, request }) => ({ work, window: openWindow(context, request) }))
    try {
      return await context.db.transaction((tx) => writeIntents(context, tx, wishes, 'skip'))
    } catch (error) {
      // When nobody knows whether the COMMIT happened, nothing is sent.
      if (isDatabaseAway(error)) throw error
      return queued.map(() => 'busy' as const)
    }
  },
)

/** The window begins before the transaction does, so that it can only be shorter than it was promised to be. */
export function openWindow(context: WorkerContext, commit: CommitRow['request']): SendWindow {
  const { sendWindowMs, requestTimeoutMs } = context.config.timings
  return {
    commit,
    monotonicStart: performance.now(),
    wallStart: Date.now(),
    windowMs: sendWindowMs,
    timeoutMs: requestTimeoutMs,
  }
}

async function writeIntents(
  context: WorkerContext,
  tx: Queryable,
  wishes: readonly Wish[],
  whenLocked: 'wait' | 'skip',
): Promise<(Intended | 'busy')[]> {
  const locked = await lockAccountsAndPosts(
    tx,
    wishes.map(({ work }) => work),
    whenLocked,
  )
  const free = wishes.filter(({ work }) => locked.has(work.claim.id))
  const admissions = await judgeAdmissions(
    context,
    tx,
    free.map(({ work }) => work),
  )
  const going = free.filter((_, index) => isClear(admissions[index]))
  const intents = await writeCommits(context, tx, going)
  if (intents.size > 0) context.failpoint('before_intent_commit')
  const admissionOf = new Map(free.map(({ work }, index) => [work.claim.id, admissions[index]]))
  const answers: (Intended | 'busy')[] = []
  for (const { work } of wishes) {
    const admission = admissionOf.get(work.claim.id)
    if (!admission) answers.push('busy')
    else if (isClear(admission)) answers.push(intents.get(work.claim.id) ?? 'busy')
    else answers.push(await writeDeferral(tx, work, admission))
  }
  return answers
}

/** What stands in the way of each; of those that nothing does, those go for which the network has room. */
async function judgeAdmissions(
  context: WorkerContext,
  tx: Queryable,
  works: readonly Work[],
): Promise<Admission[]> {
  const admissions = await passGates(tx, works)
  const ready = works.filter((_, index) => isClear(admissions[index]))
  const waits = await takePermits(tx, ready.map(permitOf), context.config.timings.sendWindowMs)
  const waitOf = new Map(ready.map((work, index) => [work, waits[index]]))
  return admissions.map((admission, index): Admission => {
    const work = works[index]
    const ms = work && waitOf.get(work)
    return ms ? { ...admission, gate: { verdict: 'wait', inMs: ms } } : admission
  })
}

/** What a post asks its network for. */
export function permitOf({ connector, step }: Work): PermitWish {
  return { platform: connector.platform, rates: connector.limits(step.account).rates }
}

function isClear(admission: Admission | undefined): boolean {
  return admission?.gate.verdict === 'go' && admission.gate.dueInMs <= 0 && !admission.isBehind
}

async function writeDeferral(tx: Queryable, work: Work, { gate }: Admission): Promise<Intended> {
  switch (gate.verdict) {
    case 'go':
      await stayReady(tx, work, gate.dueInMs > 0 ? null : turnFallbackMs)
      return gate.dueInMs > 0 ? 'waits' : 'behind'
    case 'wait':
      await stayReady(tx, work, gate.inMs)
      return 'waits'
    case 'lost':
      return 'waits'
    // By a transaction of its own: whoever ends what holds it must be kept out before anything of it is locked.
    case 'hold':
      return 'to_hold'
    // What asks stands in nobody's way any more; what waits does.
    case 'missed':
      await stopAtGate(tx, work, gate)
      return 'left'
  }
}

/**
 * Locks the account, the post if others belong to it, and the target of each, always in this order. Answers the ids of
 * the targets of which all could be locked.
 */
async function lockAccountsAndPosts(
  tx: Queryable,
  works: readonly Work[],
  whenLocked: 'wait' | 'skip',
): Promise<Set<string>> {
  const skip = whenLocked === 'skip' ? sql`skip locked` : sql``
  const wanted = works.map(({ seen, accountId }) => ({
    workspace_id: seen.workspaceId,
    account_id: accountId,
    post_id: seen.isOnlyTarget ? null : seen.postId,
    id: seen.id,
  }))
  const rows = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
    as r(workspace_id uuid, account_id uuid, post_id uuid, id uuid)`
  const accounts = await tx.rows<{ id: string }>(sql`
    select r.id from ${rows} join social_accounts a on a.workspace_id = r.workspace_id and a.id = r.account_id
    for no key update of a ${skip}`)
  const free = new Set(accounts.map(({ id }) => id))
  if (wanted.some((row) => row.post_id !== null)) {
    const posts = await tx.rows<{ id: string }>(sql`
      select r.id from ${rows} join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
      for no key update of p ${skip}`)
    const held = new Set(posts.map(({ id }) => id))
    for (const { id, post_id: postId } of wanted) if (postId !== null && !held.has(id)) free.delete(id)
  }
  const targets = await tx.rows<{ id: string }>(sql`
    select r.id from ${rows} join targets t on t.workspace_id = r.workspace_id and t.id = r.id
    for no key update of t ${skip}`)
  const held = new Set(targets.map(({ id }) => id))
  return new Set([...free].filter((id) => held.has(id)))
}

async function writeCommits(
  context: WorkerContext,
  tx: Queryable,
  wishes: readonly Wish[],
): Promise<Map<string, Intent>> {
  const intents = new Map<string, Intent>()
  for (const step of ['intend_at_once', 'intend'] as const) {
    const some = wishes.filter(({ work }) => isLegal(step, work.seen.state))
    if (some.length === 0) continue
    for (const intent of await writeSome(context, tx, step, some)) intents.set(intent.work.claim.id, intent)
  }
  return intents
}

async function writeSome(
  context: WorkerContext,
  tx: Queryable,
  step: 'intend_at_once' | 'intend',
  wishes: readonly Wish[],
): Promise<Intent[]> {
  const { sendWindowMs, requestTimeoutMs, settleMs } = context.config.timings
  // What was only prepared until now becomes ready by the same change.
  const becomesReady = step === 'intend_at_once'
  const rows = await moveTargets<{ id: string; commit_id: string; first_sent_at: Date }>(tx, {
    step,
    moves: wishes.map(toMove),
    columns: {
      artefacts: 'jsonb',
      commit_id: 'uuid',
      idempotency_key: 'text',
      request: 'text',
      request_sha256: 'text',
    },
    changes: { keepLease: true, nextActionAt: sql`t.lease_until` },
    set: becomesReady ? [sql`artefacts = m.artefacts`, sql`tries = 0`] : [],
    along: sql`, recorded as (
      insert into commits (workspace_id, id, target_id, fence, idempotency_key, request, request_sha256,
        send_deadline, look_after)
      select m.workspace_id, m.given_commit_id, m.id, m.fence, m.given_idempotency_key,
        convert_to(m.given_request, 'UTF8'), decode(m.given_request_sha256, 'hex'), at.deadline,
        at.deadline + ${requestTimeoutMs + settleMs}::float8 * interval '1 millisecond'
      from moved m cross join (select clock_timestamp() + ${sendWindowMs}::float8 * interval '1 millisecond' as deadline) at
      returning target_id, id, first_sent_at
    )`,
    answer: sql`target_id as id, id as commit_id, first_sent_at from recorded`,
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return wishes.flatMap(({ work, window }) => {
    const row = byId.get(work.seen.id)
    if (!row) return []
    const seen = { ...work.seen, state: 'committing' as const }
    const commit = {
      id: row.commit_id,
      request: window.commit,
      ambiguous: false,
      sends: 1,
      firstSentAt: row.first_sent_at,
      ref: null,
      evidence: [],
    }
    const tries = becomesReady ? 0 : work.tries
    return [{ work: { ...work, seen, tries }, commit, window }]
  })
}

function toMove({ work, window }: Wish): Move {
  const request = JSON.stringify(window.commit)
  return {
    seen: work.seen,
    values: {
      artefacts: work.step.artefacts,
      commit_id: newId(),
      idempotency_key: work.step.key,
      request,
      request_sha256: createHash('sha256').update(request).digest('hex'),
    },
  }
}

/** Waits its turn, or its time. */
export async function stayReady(db: Queryable, work: Work, ms: number | null): Promise<void> {
  const nextActionAt = ms === null ? due(sql`t.scheduled_at`, sql`t.workspace_id`, sql`t.mode`) : inMs(ms)
  if (work.seen.state === 'preparing') {
    await moveTarget(db, work.seen, 'prepared', { artefacts: work.step.artefacts, nextActionAt, tries: 0 })
  } else {
    await moveTarget(db, work.seen, 'wait_ready', { nextActionAt })
  }
}
