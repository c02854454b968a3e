import { type Queryable, sql } from '../../../db/database.ts'
import { isInState, isNotInState, restingStates } from '../../../targets/state-sql.ts'
import { claimedStates, type State } from '../../../targets/states.ts'
import { inMs, turnFallbackMs } from '../../timing.ts'
import type { WorkerContext } from '../worker-context.ts'
import { isBehind } from './gate.ts'

/** A target that this worker has claimed: no other worker acts on it while the lease lasts and the fence is the same. */
export interface Claim {
  workspaceId: string
  id: string
  platform: string
  state: State
  fence: number
}

/** The part of the worker's context that a claim needs. */
export type Claiming = Pick<WorkerContext, 'config' | 'owner'> & { readonly db: Queryable }

// Posts with media take long to prepare, so some are prepared while others of their account are sent.
const mostWithMedia = 4

// A target that waited longer for a limit or its turn is prepared again: networks drop media that no post refers to, the
// quickest of them after half an hour or so.
const preparedForMs = 10 * 60_000

export interface Claimed {
  readonly claims: Claim[]
  /**
   * The first target of each account of which something is in flight. The target in flight may have been settled since,
   * so the caller looks at these once more with `wakeIfFirst`.
   */
  readonly waiting: { workspaceId: string; id: string }[]
}

/**
 * W1 for many at once: claims up to `limit` due targets, those due longest first. Each gets a new fence and a lease, and
 * its timer is the end of the lease, so that the target of a dead worker is due again. People see no difference, so there
 * is no event. Targets that were ready long ago are prepared again.
 *
 * Only the first target of an account is claimed, and only while nothing of that account is in flight, because only then
 * may it be sent. The others are parked and woken when their turn comes. So an account with very many posts delays no
 * other account, and a worker never claims what it could only put back.
 *
 * `now` is read in a sub-select of its own: `clock_timestamp()` is volatile, and PostgreSQL would not use the index on
 * `next_action_at` for it.
 *
 * @param leftOut platforms of which nothing is claimed
 */
export async function claimDue(
  context: Claiming,
  limit: number,
  leftOut: readonly string[] = [],
): Promise<Claimed> {
  const lease = sql`clock_timestamp() + ${context.config.timings.leaseMs}::float8 * interval '1 millisecond'`
  const rows = await context.db.rows<ClaimedRow>(sql`
    with due as (
      select workspace_id, id, account_id, mode, scheduled_at, seq, content -> 'media' = '[]' as is_text,
        state in ('scheduled', 'ready') and scheduled_at <= crier_now(workspace_id, mode) as wants_turn
      from targets
      where next_action_at <= (select clock_timestamp()) and state <> 'committing'
        and ${isNotInState('targets', restingStates)}
        and platform <> all(${leftOut}::text[])
      order by next_action_at limit ${limit} for update skip locked
    ), ranked as (
      select d.*, row_number() over (
        partition by workspace_id, account_id, wants_turn order by scheduled_at, seq) as place
      from due d
    ), judged as (
      select workspace_id, id, place, case when not wants_turn then false
        when place > case when is_text then 1 else ${mostWithMedia} end then true
        when is_text then ${isBehind('ranked')} else false end as waits
      from ranked
    ), parked as (
      update targets t set next_action_at = clock_timestamp() + ${turnFallbackMs}::float8 * interval '1 millisecond'
      from judged j where t.workspace_id = j.workspace_id and t.id = j.id and j.waits
      returning t.workspace_id, t.id, j.place
    ), claimed as (
      update targets t set fence = t.fence + 1, updated_at = clock_timestamp(),
        state = case when t.state = 'scheduled' then 'preparing'
          when t.state = 'ready' and t.scheduled_at < crier_now(t.workspace_id, t.mode)
            - ${preparedForMs}::float8 * interval '1 millisecond' then 'preparing'
          else t.state end,
        lease_owner = ${context.owner}, lease_until = ${lease}, next_action_at = ${lease}
      from judged j where t.workspace_id = j.workspace_id and t.id = j.id and not j.waits
      returning t.workspace_id, t.id, t.platform, t.state, t.fence, t.scheduled_at, t.seq
    )
    select workspace_id, id, platform, state, fence from (
      select * from claimed union all select workspace_id, id, null, null, null, null, null from parked where place = 1
    ) found order by scheduled_at, seq`)
  const claimed: Claimed = { claims: [], waiting: [] }
  for (const { workspace_id: workspaceId, id, platform, state, fence } of rows) {
    if (platform === null || state === null || fence === null) claimed.waiting.push({ workspaceId, id })
    else claimed.claims.push({ workspaceId, id, platform, state, fence })
  }
  return claimed
}

interface ClaimedRow {
  workspace_id: string
  id: string
  platform: string | null
  state: State | null
  fence: number | null
}

/**
 * S1 for many at once: moves the commits of workers that are gone to `unknown`, to be looked for at their networks once
 * their last possible answer has arrived. Nothing is sent from here. People see no difference, so there is no event.
 */
export async function loseOverdue(context: WorkerContext): Promise<number> {
  const lost = await context.db.run(sql`
    with overdue as (
      select t.workspace_id, t.id, c.id as commit_id, c.look_after from targets t
        left join commits c on c.workspace_id = t.workspace_id and c.target_id = t.id and c.outcome = 'pending'
      where t.next_action_at <= (select clock_timestamp()) and t.state = 'committing'
      limit 100 for update of t skip locked
    ), lost as (
      update commits c set outcome = 'unknown' from overdue o
      where c.workspace_id = o.workspace_id and c.id = o.commit_id and c.outcome = 'pending'
    )
    update targets t set fence = t.fence + 1, updated_at = clock_timestamp(), state = 'unknown', lease_owner = null,
      lease_until = null, next_action_at = coalesce(o.look_after, clock_timestamp())
    from overdue o where t.workspace_id = o.workspace_id and t.id = o.id and t.state = 'committing'`)
  if (context.tally) context.tally.takenOver += lost
  return lost
}

/** Renews the leases of what this worker is doing. Leases it has lost stay lost; locked targets are renewed next time. */
export async function renewLeases(context: WorkerContext, running: readonly Claim[]): Promise<void> {
  const lease = sql`clock_timestamp() + ${context.config.timings.leaseMs}::float8 * interval '1 millisecond'`
  const rows = running.map(({ workspaceId, id, fence }) => ({ workspace_id: workspaceId, id, fence }))
  await context.db.run(sql`
    with held as (
      select t.workspace_id, t.id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(workspace_id uuid, id uuid, fence bigint)
        join targets t on t.workspace_id = r.workspace_id and t.id = r.id and t.fence = r.fence
      where t.lease_owner = ${context.owner}
        and ${isInState('t', claimedStates)}
      for no key update of t skip locked
    )
    update targets t set lease_until = ${lease}, next_action_at = ${lease}
    from held h where t.workspace_id = h.workspace_id and t.id = h.id`)
}

/**
 * Milliseconds until the next target is due, without the platforms that are left out; null when none is due within the
 * time after which a worker looks by itself. That bound keeps the statement from walking over everything that is planned
 * on a platform that is left out.
 */
export async function nextDue(context: WorkerContext, leftOut: readonly string[]): Promise<number | null> {
  const row = await context.db.row<{ in_ms: number | null }>(sql`
    select (extract(epoch from min(next_action_at) - clock_timestamp()) * 1000)::float8 as in_ms from targets
    where ${isNotInState('targets', restingStates)}
      and next_action_at <= (select ${inMs(context.config.timings.wakeFallbackMs)})
      and platform <> all(${leftOut}::text[])`)
  return row?.in_ms ?? null
}
