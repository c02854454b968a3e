import { type Queryable, sql } from '../../../db/database.ts'
import { moveTarget } from '../../move.ts'
import type { HoldReason } from '../../target.ts'
import { inMs } from '../../timing.ts'
import { type Gate, passGate } from '../claiming/gate.ts'
import type { Work } from '../claiming/load-work.ts'
import { askMissedWindow } from '../records/review.ts'
import type { WorkerContext } from '../worker-context.ts'
import { releaseTurn } from './account-order.ts'
import { inAccountOrder } from './rate-limited.ts'

/** Any verdict of the gate but "go". */
export type ClosedGate = Exclude<Gate, { verdict: 'go' }>

/** Does to a target what its gate says, and then lets the next target of the account go. */
export async function stopTarget(context: WorkerContext, work: Work, gate: ClosedGate): Promise<void> {
  if (gate.verdict === 'hold') return holdWhileLocked(context, work)
  await applyGate(context.db, work, gate)
  await releaseTurn(context, work)
}

/**
 * Holds a target if it still is to be held. The reason may have ended since the gate was looked at, so this transaction
 * first locks everything that a reason can come from, and looks again.
 */
export async function holdWhileLocked(context: WorkerContext, work: Work): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockHoldSources(tx, work)
    const found = await passGate(tx, work)
    await applyGate(tx, work, found.verdict === 'go' ? { verdict: 'wait', inMs: 0 } : found)
  })
  await yieldTurn(context, work)
}

/** A target that is held or needs a review no longer blocks its account: the next target may go. */
export async function yieldTurn(context: WorkerContext, work: Work): Promise<void> {
  await releaseIfFree(context, work)
  await releaseTurn(context, work)
}

/** Moves a waiting target as its gate says. */
export async function applyGate(db: Queryable, work: Work, gate: ClosedGate): Promise<void> {
  switch (gate.verdict) {
    case 'lost':
      return
    case 'hold':
      return holdTarget(db, work, gate.reason)
    case 'missed':
      return askMissedWindow(db, work)
    case 'wait': {
      const isPreparing = work.seen.state === 'preparing'
      await moveTarget(db, work.seen, isPreparing ? 'prepare_again' : 'wait_ready', {
        nextActionAt: isPreparing ? inAccountOrder(work, gate.inMs) : inMs(gate.inMs),
      })
    }
  }
}

/** W9: holds a target until its reason ends. The code that ends the reason releases the target. */
export async function holdTarget(db: Queryable, work: Work, reason: HoldReason): Promise<void> {
  await moveTarget(db, work.seen, 'hold', { holdReason: reason })
}

/**
 * Locks the account, the workspace and the pauses, so that no reason to hold the target ends before this transaction
 * does. Taken before any lock of a post or a target, as by the code that ends a reason.
 */
export async function lockHoldSources(tx: Queryable, { seen, accountId, connector }: Work): Promise<void> {
  await tx.run(sql`
    select from social_accounts where workspace_id = ${seen.workspaceId} and id = ${accountId} for share`)
  await tx.run(sql`select from workspaces where id = ${seen.workspaceId} for share`)
  await tx.run(sql`
    select from pauses where (platform is null or platform = ${connector.platform})
      and (workspace_id is null or workspace_id = ${seen.workspaceId}) for share`)
}

/** The reason to hold a target now, which cannot end before this transaction does; null if there is none. */
export async function findHoldReason(tx: Queryable, work: Work): Promise<HoldReason | null> {
  await lockHoldSources(tx, work)
  const gate = await passGate(tx, work)
  return gate.verdict === 'hold' ? gate.reason : null
}

/**
 * Releases a target whose reason ended while it was being held. Called after the COMMIT of the hold, because of a race:
 *
 * - The worker finds the reason, a person ends it and releases what is held so far, the worker holds the target: without
 *   a second look the target would be held for ever. The look finds the reason gone and releases the target.
 * - The worker holds the target, then a person ends the reason: the person finds the target and releases it.
 *
 * A person who is just ending the reason holds the locks that `lockHoldSources` takes, so the second look waits for them.
 */
async function releaseIfFree(context: WorkerContext, work: Work): Promise<void> {
  const { workspaceId, id, fence } = work.seen
  const held = { ...work, seen: { ...work.seen, state: 'held' as const } }
  await context.db.transaction(async (tx) => {
    await lockHoldSources(tx, work)
    const row = await tx.row<{ reason: HoldReason }>(sql`
      select hold_reason as reason from targets
      where workspace_id = ${workspaceId} and id = ${id} and fence = ${fence} and state = 'held'`)
    if (!row) return
    const gate = await passGate(tx, held)
    if (gate.verdict === 'lost' || (gate.verdict === 'hold' && gate.reason === row.reason)) return
    await moveTarget(tx, held.seen, 'release', { nextActionAt: inMs(context.config.timings.backoffMs) })
  })
}
