import { createHash } from 'node:crypto'
import { type Committed, Failure } from '../connectors/connector.ts'
import { isDatabaseError, type Queryable, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import type { JsonObject } from '../lib/json.ts'
import { createMediaSource } from '../media/media-source.ts'
import { createIo, type Sending, type SendWindow } from './connector-io.ts'
import { openFreshCredentials } from './credentials.ts'
import { isBehind, passGate } from './gate.ts'
import type { CommitRow, Work } from './load-work.ts'
import { moveTarget } from './move.ts'
import { pauseFor, stopAtGate } from './prepare.ts'
import { type SendOutcome, settleSend } from './settle.ts'
import { holdTarget, letNextPass, releaseIfFree } from './stop.ts'
import { asFailure } from './target-error.ts'
import { due, inMs } from './timing.ts'
import type { WorkerContext } from './worker-context.ts'

// Whoever settles before it wakes the next of the account; this is for when that wake-up dies with its process.
const behindMs = 30_000

/**
 * W4 to W6: writes the commit down, then sends it, then writes down what came of it. The record with the exact bytes is
 * durable before the first of them leaves; when its COMMIT is not known to have happened, nothing is sent.
 */
export async function commitTarget(context: WorkerContext, work: Work): Promise<void> {
  const leave = await openFreshCredentials(context, work).catch((error: unknown) =>
    asFailure(error, 'unavailable'),
  )
  if (leave instanceof Failure) return waitForLeave(context, work, leave)
  const { credentials, account } = leave
  const intent = await intend(context, { ...work, step: { ...work.step, account } })
  if (intent === 'behind') return lookOnceMore(context, work)
  if (intent === 'left') return stepAside(context, work)
  if (!intent) return
  context.failpoint('after_intent_commit')
  const outcome = await send(context, intent, credentials)
  await settleSend(context, intent.work, intent.commit, outcome)
}

// It is held or asks: nothing it does stands in another's way any more.
async function stepAside(context: WorkerContext, work: Work): Promise<void> {
  await releaseIfFree(context, work)
  await letNextPass(context, work)
}

// Nothing was written down yet, so nothing was sent.
async function waitForLeave(context: WorkerContext, work: Work, failure: Failure): Promise<void> {
  if (failure.kind === 'unauthorized') {
    await holdTarget(context.db, work, 'reconnect')
    return stepAside(context, work)
  }
  await stayReady(context.db, work, pauseFor(context, work.tries + 1, failure))
}

export interface Intent {
  work: Work
  commit: CommitRow
  window: SendWindow
}

// Whoever stood before it may have gone after we looked and before our waiting was seen: then nobody would wake it.
async function lookOnceMore(context: WorkerContext, work: Work): Promise<void> {
  if (await isBehind(context.db, work)) return
  const ready = { ...work.seen, state: 'ready' as const }
  if (await moveTarget(context.db, ready, 'wait_ready', { nextActionAt: inMs(0) })) context.wake(0)
}

async function intend(context: WorkerContext, work: Work): Promise<Intent | 'behind' | 'left' | null> {
  const request = work.connector.compose(work.step)
  const window = openWindow(context, request)
  try {
    return await context.db.transaction((tx) => writeIntent(context, tx, work, window))
  } catch (error) {
    // Another target of the account, or an older commit of this one, is still open: the index that forbids a second send.
    if (!isDatabaseError(error, '23505')) throw error
    await stayReady(context.db, work, behindMs)
    return 'behind'
  }
}

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

async function writeIntent(
  context: WorkerContext,
  tx: Queryable,
  work: Work,
  window: SendWindow,
): Promise<Intent | 'behind' | 'left' | null> {
  await lockAccountAndPost(tx, work)
  const gate = await passGate(tx, work)
  if (gate.verdict !== 'go') {
    await stopAtGate(tx, work, gate)
    // What is held or asks stands in nobody's way any more; what waits does.
    return gate.verdict === 'hold' || gate.verdict === 'missed' ? 'left' : null
  }
  if (gate.dueInMs > 0) {
    await stayReady(tx, work, null)
    return null
  }
  const ready = work.seen.state === 'preparing' ? await becomeReady(tx, work) : work
  if (!ready) return null
  if (await isBehind(tx, ready)) {
    await stayReady(tx, ready, behindMs)
    return 'behind'
  }
  const commit = await writeCommit(context, tx, ready, window)
  const moved = await moveTarget(tx, ready.seen, 'intend', {
    keepLease: true,
    nextActionAt: sql`lease_until`,
  })
  if (!moved) throw new Error('A locked target changed under its lock.')
  context.failpoint('before_intent_commit')
  return { work: { ...ready, seen: { ...ready.seen, state: 'committing' } }, commit, window }
}

// Always in this order: account, post, target.
async function lockAccountAndPost(tx: Queryable, work: Work): Promise<void> {
  const { workspaceId, postId, id } = work.seen
  await tx.run(sql`select from social_accounts
    where workspace_id = ${workspaceId} and id = ${work.accountId} for no key update`)
  if (!work.seen.alone) {
    await tx.run(
      sql`select from posts where workspace_id = ${workspaceId} and id = ${postId} for no key update`,
    )
  }
  await tx.run(sql`select from targets where workspace_id = ${workspaceId} and id = ${id} for no key update`)
}

async function becomeReady(tx: Queryable, work: Work): Promise<Work | null> {
  const moved = await moveTarget(tx, work.seen, 'prepared', {
    keepLease: true,
    artefacts: work.step.artefacts,
    nextActionAt: sql`lease_until`,
    tries: 0,
  })
  return moved ? { ...work, seen: { ...work.seen, state: 'ready' } } : null
}

/** Waits its turn, or its time. */
async function stayReady(db: Queryable, work: Work, ms: number | null): Promise<void> {
  const nextActionAt = ms === null ? due(sql`scheduled_at`, sql`workspace_id`, sql`mode`) : inMs(ms)
  if (work.seen.state === 'preparing') {
    await moveTarget(db, work.seen, 'prepared', { artefacts: work.step.artefacts, nextActionAt, tries: 0 })
  } else {
    await moveTarget(db, work.seen, 'wait_ready', { nextActionAt })
  }
}

async function writeCommit(
  context: WorkerContext,
  tx: Queryable,
  work: Work,
  window: SendWindow,
): Promise<CommitRow> {
  const { requestTimeoutMs, settleMs } = context.config.timings
  const id = newId()
  const request = Buffer.from(JSON.stringify(window.commit), 'utf8')
  const sha256 = createHash('sha256').update(request).digest()
  const row = await tx.row<{ first_sent_at: Date }>(sql`
    insert into commits (workspace_id, id, target_id, fence, idempotency_key, request, request_sha256, send_deadline,
      look_after)
    select ${work.seen.workspaceId}, ${id}, ${work.seen.id}, ${work.seen.fence}, ${work.step.key}, ${request}, ${sha256},
      at.deadline, at.deadline + ${requestTimeoutMs + settleMs}::float8 * interval '1 millisecond'
    from (select clock_timestamp() + ${window.windowMs}::float8 * interval '1 millisecond' as deadline) at
    returning first_sent_at`)
  if (!row) throw new Error('An insert returned nothing.')
  return {
    id,
    request: window.commit,
    ambiguous: false,
    sends: 1,
    firstSentAt: row.first_sent_at,
    ref: null,
    evidence: [],
  }
}

/** W5: sends a record that is durable, once. Whatever is thrown after the call began and is not on a list is unknown. */
export async function send(
  context: WorkerContext,
  intent: Intent,
  credentials: JsonObject,
): Promise<SendOutcome> {
  const { work, commit, window } = intent
  const sending: Sending = { called: false }
  const media = createMediaSource(context, work.seen.workspaceId)
  const io = createIo(context, { credentials, media, now: work.now, window, sending })
  const step = {
    ...work.step,
    commit: commit.request,
    firstSentAt: commit.firstSentAt,
    sends: commit.sends,
    ref: null,
    looks: 0,
  }
  try {
    const committed: Committed = await work.connector.commit(step, io)
    if (!sending.called)
      throw new Error(`${work.connector.platform} claims to have published without sending.`)
    return committed
  } catch (error) {
    const failure = asFailure(error, sending.called ? 'unknown_outcome' : 'not_sent')
    if (failure !== error) context.log.error({ err: error, target: work.seen.id }, 'committing broke')
    if (!sending.called)
      return { outcome: 'failed', failure: new Failure('not_sent', failure.message, { cause: failure }) }
    return { outcome: 'failed', failure }
  }
}
