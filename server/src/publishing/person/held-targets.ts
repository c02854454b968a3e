import { type Database, type Queryable, type Sql, sql } from '../../db/database.ts'
import { type State, waitingStates } from '../../targets/states.ts'
import { moveTargets } from '../move.ts'
import type { HoldReason, Seen } from '../target.ts'
import { due, leadOf } from '../timing.ts'

/** Which targets. A member that is left out does not narrow the range. */
export interface HoldRange {
  workspaceId?: string
  accountId?: string
  platform?: string
  /** Only targets that no pause holds any more, and whose workspace was not deleted. */
  isUnpaused?: true
  /** The most targets at once. */
  limit?: number
}

/**
 * Holds all waiting targets of a range, such as those of an account that is disconnected: none goes out until it is
 * released. Sends under way go on. Answers how many were held.
 */
export async function holdWaiting(tx: Queryable, range: HoldRange, reason: HoldReason): Promise<number> {
  const isWaiting = sql`t.state = any(${waitingStates as readonly string[]}::text[])`
  return moveAll(tx, 'hold_waiting', await lockMatching(tx, range, isWaiting), { holdReason: reason })
}

/** G1: releases the targets that are held for one of these reasons; each goes out at its time, or asks if that was missed. */
export async function releaseHeld(
  tx: Queryable,
  range: HoldRange,
  reasons: readonly HoldReason[],
  prepareLeadMs: number,
): Promise<number> {
  const nextActionAt = sql`greatest(clock_timestamp(), ${due(sql`t.scheduled_at`, sql`t.workspace_id`, sql`t.mode`)}
    - ${leadOf(sql`t.content`, prepareLeadMs)} * interval '1 millisecond')`
  const isHeld = sql`t.state = 'held' and t.hold_reason = any(${reasons}::text[])`
  return moveAll(tx, 'release', await lockMatching(tx, range, isHeld), { nextActionAt })
}

// Keeps a statement to a few megabytes.
const mostMoved = 1_000

async function moveAll(
  tx: Queryable,
  step: 'hold_waiting' | 'release',
  all: readonly Seen[],
  changes: Parameters<typeof moveTargets>[3],
): Promise<number> {
  let moved = 0
  for (let from = 0; from < all.length; from += mostMoved)
    moved += await moveTargets(tx, all.slice(from, from + mostMoved), step, changes)
  return moved
}

// The most targets that one transaction releases, for very many may be held.
const batch = 200

/** Releases all targets that are held for one of these reasons, in as many transactions as it takes. Answers how many. */
export async function releaseAllHeld(
  db: Database,
  reasons: readonly HoldReason[],
  prepareLeadMs: number,
): Promise<number> {
  for (let released = 0; ; ) {
    const some = await db.transaction((tx) => releaseHeld(tx, { limit: batch }, reasons, prepareLeadMs))
    released += some
    if (some < batch) return released
  }
}

/** Locks matching targets and their posts, posts first, so that no worker moves one before this transaction does. */
export async function lockMatching(tx: Queryable, range: HoldRange, condition: Sql): Promise<Seen[]> {
  const chosen = await tx.rows<{ workspace_id: string; post_id: string; id: string }>(sql`
    select t.workspace_id, t.post_id, t.id from targets t where ${within(range)} and ${condition}
    order by t.workspace_id, t.post_id, t.id limit ${range.limit ?? null}`)
  const ids = sql`${chosen.map((row) => row.id)}::uuid[]`
  await tx.run(sql`
    select from posts p
    where (p.workspace_id, p.id) in (select t.workspace_id, t.post_id from targets t where t.id = any(${ids}))
    order by p.workspace_id, p.id for no key update`)
  const rows = await tx.rows<{ workspace_id: string; post_id: string; id: string; state: State }>(sql`
    select t.workspace_id, t.post_id, t.id, t.state from targets t
    where t.id = any(${ids}) and ${within(range)} and ${condition}
    order by t.workspace_id, t.post_id, t.id for no key update`)
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    id: row.id,
    postId: row.post_id,
    state: row.state,
    fence: null,
    isOnlyTarget: true,
  }))
}

function within({ workspaceId, accountId, platform, isUnpaused }: HoldRange): Sql {
  return sql`(${workspaceId ?? null}::uuid is null or t.workspace_id = ${workspaceId ?? null})
    and (${accountId ?? null}::uuid is null or t.account_id = ${accountId ?? null})
    and (${platform ?? null}::text is null or t.platform = ${platform ?? null})
    and (${isUnpaused ?? false} = false or not exists (select from pauses p
      where (p.platform is null or p.platform = t.platform)
        and (p.workspace_id is null or p.workspace_id = t.workspace_id))
      and not exists (select from workspaces w where w.id = t.workspace_id and w.purge_at is not null))`
}
