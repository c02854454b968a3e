import { type Database, type Queryable, type Sql, sql } from '../../db/database.ts'
import { type Moves, moveTargets, type Seen } from '../move.ts'
import { type HoldReason, type State, waitingStates } from '../target.ts'
import { due, leadOf } from '../timing.ts'

/** Whose targets. What is left out is not asked for. */
export interface HoldRange {
  workspaceId?: string
  accountId?: string
  platform?: string
  /** Only those that no pause stops any more. */
  isUnpaused?: true
  /** At most so many, at once. */
  limit?: number
}

/**
 * Holds everything that waits, such as on an account that is disconnected: nothing of it goes out until it is released.
 * What is committing already goes on. Answers how many are held now.
 */
export async function holdWaiting(tx: Queryable, range: HoldRange, reason: HoldReason): Promise<number> {
  const isWaiting = sql`t.state = any(${waitingStates as readonly string[]}::text[])`
  return moveAll(tx, 'hold_waiting', await lockMatching(tx, range, isWaiting), { holdReason: reason })
}

/** G1: lets go what was held for one of these reasons; each goes out at its time, or asks if that was missed. */
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

// A statement of some megabytes at the most.
const mostMoved = 1_000

async function moveAll(
  tx: Queryable,
  step: 'hold_waiting' | 'release',
  all: readonly Seen[],
  changes: Moves['changes'],
): Promise<number> {
  let moved = 0
  for (let from = 0; from < all.length; from += mostMoved) {
    const moves = all.slice(from, from + mostMoved).map((seen) => ({ seen, values: {} }))
    moved += (await moveTargets(tx, { step, moves, changes, answer: sql`id from moved` })).length
  }
  return moved
}

// Very many may be held; each transaction lets go so many.
const batch = 200

/** The same for all there are, in as many transactions as it takes. Answers how many were released. */
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

/** Locks targets in the order of all locks, posts before targets, so that no worker moves one between the look and the step. */
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
        and (p.workspace_id is null or p.workspace_id = t.workspace_id)))`
}
