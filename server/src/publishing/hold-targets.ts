import { type Queryable, type Sql, sql } from '../db/database.ts'
import { moveTarget } from './move.ts'
import { type HoldReason, type State, waitingStates } from './target.ts'
import { due, leadOf } from './timing.ts'

/** Whose targets: one account's, or all of a workspace. */
export interface HoldRange {
  workspaceId: string
  accountId: string | null
}

/**
 * Holds everything that waits on an account, such as when it is disconnected: nothing of it goes out until it is
 * released. What is committing already goes on. Answers how many are held now.
 */
export async function holdWaiting(tx: Queryable, range: HoldRange, reason: HoldReason): Promise<number> {
  const rows = await pick(tx, range, sql`t.state = any(${waitingStates as readonly string[]}::text[])`)
  let held = 0
  for (const row of rows) {
    const seen = {
      workspaceId: range.workspaceId,
      id: row.id,
      postId: row.post_id,
      state: row.state,
      fence: null,
      alone: true,
    }
    if (await moveTarget(tx, seen, 'hold_waiting', { holdReason: reason })) held += 1
  }
  return held
}

/** G1: lets go what was held for one of these reasons; each goes out at its time, or asks if that was missed. */
export async function releaseHeld(
  tx: Queryable,
  range: HoldRange,
  reasons: readonly HoldReason[],
  prepareLeadMs: number,
): Promise<number> {
  const rows = await pick(tx, range, sql`t.state = 'held' and t.hold_reason = any(${reasons}::text[])`)
  let released = 0
  for (const row of rows) {
    const seen = {
      workspaceId: range.workspaceId,
      id: row.id,
      postId: row.post_id,
      state: row.state,
      fence: null,
      alone: true,
    }
    const nextActionAt = sql`greatest(clock_timestamp(),
      ${due(sql`scheduled_at`, sql`workspace_id`, sql`mode`)} - ${leadOf(sql`content`, prepareLeadMs)} * interval '1 millisecond')`
    if (await moveTarget(tx, seen, 'release', { nextActionAt })) released += 1
  }
  return released
}

interface Picked {
  id: string
  post_id: string
  state: State
}

// Locked in the order of all locks, posts before targets, so that no worker moves one between the look and the step.
async function pick(tx: Queryable, range: HoldRange, condition: Sql): Promise<Picked[]> {
  const within = sql`t.workspace_id = ${range.workspaceId}
    and (${range.accountId}::uuid is null or t.account_id = ${range.accountId}) and ${condition}`
  await tx.run(sql`
    select from posts p where p.workspace_id = ${range.workspaceId}
      and p.id in (select t.post_id from targets t where ${within})
    order by p.id for no key update`)
  return tx.rows<Picked>(sql`
    select t.id, t.post_id, t.state from targets t where ${within} order by t.post_id, t.id for no key update`)
}
