import type { Account, Failure, Prepared } from '../../connectors/connector.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { createMediaSource } from '../../media/media-source.ts'
import { type Changes, moveTarget } from '../move.ts'
import { asFailure, targetError } from '../target-error.ts'
import { due, inMs } from '../timing.ts'
import { withAccess } from './access.ts'
import { releaseTurn } from './account-order.ts'
import { createIo } from './connector-io.ts'
import { type Gate, passGate } from './gate.ts'
import {
  askMissedWindow,
  failChildrenOf,
  findHoldReason,
  holdTarget,
  lockHoldSources,
  releaseIfFree,
} from './hold.ts'
import type { Work } from './load-work.ts'
import { deferRateLimited, inAccountOrder } from './rate-limited.ts'
import type { WorkerContext } from './worker-context.ts'

// With the pauses between them, about an hour and a half of trying.
const maxTries = 12
const longestPauseMs = 600_000
// A connector that wants to go on at once is called again here, without another claim.
const shortWaitMs = 50

/**
 * W2, W3 and W7 to W10: everything that is invisible and repeatable. Answers the work with its artefacts complete when
 * it may be committed now; null when the target now waits, is held, failed, asks, or belongs to someone else.
 */
export async function prepareTarget(context: WorkerContext, work: Work): Promise<Work | null> {
  const { gate } = work
  if (gate.verdict !== 'go') {
    await stopTarget(context, work, gate)
    return null
  }
  const startedAt = work.now()
  try {
    return await prepareOn(context, work, gate.dueInMs)
  } catch (error) {
    const failure = asFailure(error, 'unavailable')
    if (failure !== error) context.log.error({ err: error, target: work.seen.id }, 'preparing broke')
    await failPrepare(context, work, failure, startedAt)
    await releaseIfFree(context, work)
    await releaseTurn(context, work)
    return null
  }
}

/** What the gate says; then whoever waited behind it may go. */
export async function stopTarget(
  context: WorkerContext,
  work: Work,
  gate: Exclude<Gate, { verdict: 'go' }>,
): Promise<void> {
  if (gate.verdict === 'hold') return stopHeld(context, work)
  await stopAtGate(context.db, work, gate)
  await releaseTurn(context, work)
}

/**
 * Holds what was found to be held. What held it may have ended since the gate was looked at: so whoever could end it is
 * kept out while it is looked at once more, and nothing is held for what is over.
 */
export async function stopHeld(context: WorkerContext, work: Work): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockHoldSources(tx, work)
    const found = await passGate(tx, work)
    await stopAtGate(tx, work, found.verdict === 'go' ? { verdict: 'wait', inMs: 0 } : found)
  })
  await releaseIfFree(context, work)
  await releaseTurn(context, work)
}

/** What the gate says, done to a target that waits. */
export async function stopAtGate(
  db: Queryable,
  work: Work,
  gate: Exclude<Gate, { verdict: 'go' }>,
): Promise<null> {
  switch (gate.verdict) {
    case 'lost':
      return null
    case 'hold':
      return holdTarget(db, work, gate.reason)
    case 'missed':
      return askMissedWindow(db, work)
    case 'wait': {
      const step = work.seen.state === 'preparing' ? 'prepare_again' : 'wait_ready'
      const nextActionAt = step === 'prepare_again' ? inAccountOrder(work, gate.inMs) : inMs(gate.inMs)
      await moveTarget(db, work.seen, step, { nextActionAt })
      return null
    }
  }
}

async function prepareOn(context: WorkerContext, work: Work, dueInMs: number): Promise<Work | null> {
  let current = work
  for (;;) {
    const { prepared, account } = await callPrepare(context, current)
    context.failpoint('after_prepare_call')
    current = { ...current, step: { ...current.step, account, artefacts: prepared.artefacts } }
    if (prepared.outcome === 'ready') break
    const goesOn = prepared.againInMs <= shortWaitMs
    const saved = await saveArtefacts(
      context,
      current,
      goesOn ? { keepLease: true } : {},
      goesOn ? null : prepared.againInMs,
    )
    context.failpoint('after_artefact_save')
    if (saved && !goesOn) await releaseTurn(context, current)
    if (!saved || !goesOn) return null
  }
  // Due: the commit-intent stores the artefacts together with its record.
  if (dueInMs <= 0) return current
  await moveTarget(context.db, current.seen, 'prepared', {
    artefacts: current.step.artefacts,
    nextActionAt: due(sql`t.scheduled_at`, sql`t.workspace_id`, sql`t.mode`),
    tries: 0,
  })
  context.failpoint('after_artefact_save')
  return null
}

function callPrepare(context: WorkerContext, work: Work): Promise<{ prepared: Prepared; account: Account }> {
  const media = createMediaSource(context, work.seen.workspaceId)
  return withAccess(context, work, async ({ credentials, account }) => {
    const io = createIo(context, {
      credentials,
      media,
      now: work.now,
      window: null,
      sending: { called: false },
    })
    return { prepared: await work.connector.prepare({ ...work.step, account }, io), account }
  })
}

function saveArtefacts(
  context: WorkerContext,
  work: Work,
  lease: Pick<Changes, 'keepLease'>,
  againInMs: number | null,
): Promise<boolean> {
  return moveTarget(context.db, work.seen, 'prepare_again', {
    ...lease,
    artefacts: work.step.artefacts,
    nextActionAt: againInMs === null ? sql`lease_until` : inMs(againInMs),
  })
}

async function failPrepare(
  context: WorkerContext,
  work: Work,
  failure: Failure,
  startedAt: Date,
): Promise<void> {
  const error = targetError(failure)
  await context.db.transaction(async (tx) => {
    const later = failure.kind === 'rate_limited' ? await deferRateLimited(tx, work, failure) : null
    const tries = work.tries + (later?.isTry === false ? 0 : 1)
    const holdReason = failure.kind === 'unauthorized' ? await findHoldReason(tx, work) : null
    const isRefused = failure.kind === 'invalid' || failure.kind === 'forbidden'
    const final = !holdReason && (isRefused || tries >= maxTries)
    const moved = holdReason
      ? await moveTarget(tx, work.seen, 'hold', { holdReason, error })
      : final
        ? await moveTarget(tx, work.seen, 'refuse_early', { error, tries })
        : await moveTarget(tx, work.seen, 'prepare_again', {
            error,
            tries,
            nextActionAt: later?.nextActionAt ?? inMs(pauseFor(context, tries, failure)),
          })
    if (!moved) return
    if (final) await failChildrenOf(tx, work)
    await tx.run(sql`
      insert into failed_prepares (workspace_id, id, target_id, started_at, error)
      values (${work.seen.workspaceId}, ${newId()}, ${work.seen.id}, ${startedAt}, ${JSON.stringify(error)}::jsonb)`)
  })
}

/** Doubles with each try, up to ten minutes; a network that says when is believed. */
export function pauseFor(context: WorkerContext, tries: number, failure: Failure): number {
  const pauseMs = Math.min(longestPauseMs, context.config.timings.backoffMs * 2 ** Math.min(tries - 1, 20))
  return Math.max(pauseMs, failure.retryAfterMs ?? 0)
}
