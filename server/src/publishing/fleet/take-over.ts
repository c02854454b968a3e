import { type Queryable, sql } from '../../db/database.ts'
import { isInState, isNotInState, restingStates } from '../../targets/state-sql.ts'
import { inFlightStates } from '../../targets/states.ts'
import { releaseDeliveries } from '../../webhooks/sending/release-deliveries.ts'
import { due, inMs, turnFallbackMs } from '../timing.ts'
import { type Claim, loseOverdue } from '../worker/claiming/claim-due.ts'
import { loadWork } from '../worker/claiming/load-work.ts'
import { wakeIfFirst } from '../worker/waiting/account-order.ts'
import type { WorkerContext } from '../worker/worker-context.ts'
import { aliveLock } from './worker-rows.ts'

/** A worker that is gone. If `isProven`, its process has ended; otherwise only its session has, and it may still send. */
export interface GoneWorker {
  readonly id: number
  readonly owner: string
  readonly isProven: boolean
}

/**
 * Takes over the targets of workers that are gone. Targets that were not being sent are due at once, under a new fence, so
 * that the worker can change nothing should it come back. A commit that is written down counts as being sent and keeps its
 * quarantine, so that a worker that only lost its session can still write down the answer. A commit is looked for and sent
 * again at once only if the worker's process has ended and the network knows the key of the post for ever. Webhooks that it was
 * sending are sent again.
 */
export async function takeOver(context: WorkerContext, gone: readonly GoneWorker[]): Promise<void> {
  const proven = gone.filter(({ isProven }) => isProven)
  const keyed = await findKeyed(context, ownersOf(proven))
  const taken = await context.db.transaction(async (tx) => {
    const ours = await lockGone(tx, gone)
    if (ours.length === 0) return 0
    const owners = ownersOf(ours)
    const ended = await endLeases(context, tx, owners, keyed)
    await shortenSends(context, tx, owners, keyed)
    await releaseDeliveries(tx, owners)
    await recordTaken(tx, await withoutHolders(context, tx, ours))
    return ended
  })
  if (context.tally) context.tally.takenOver += taken
  if (keyed.length > 0) await loseOverdue(context)
  await wakeParked(context)
  context.wake(0)
}

function ownersOf(workers: readonly GoneWorker[]): string[] {
  return workers.map(({ owner }) => owner)
}

/** The timer of a leased target is the end of its lease, so the index of timers leads to it. */
function inHand({ config }: WorkerContext, owners: readonly string[]) {
  return sql`t.next_action_at > (select clock_timestamp()) and t.next_action_at <= (select ${inMs(config.timings.leaseMs)})
    and ${isNotInState('t', restingStates)}
    and t.lease_owner = any(${owners}::text[])`
}

/** The targets that were being sent and may be sent again under their key, at any time and any number of times. */
async function findKeyed(context: WorkerContext, owners: readonly string[]): Promise<string[]> {
  if (owners.length === 0) return []
  const rows = await context.db.rows<Omit<Claim, 'workspaceId'> & { workspace_id: string }>(sql`
    select t.workspace_id, t.id, t.platform, t.state, t.fence from targets t
    where ${inHand(context, owners)} and ${isInState('t', inFlightStates)}`)
  const claims = rows.map(({ workspace_id: workspaceId, ...claim }) => ({ workspaceId, ...claim }))
  const keyed = await Promise.all(claims.map((claim) => isKeyed(context, claim)))
  return claims.filter((_, index) => keyed[index]).map(({ id }) => id)
}

async function isKeyed(context: WorkerContext, claim: Claim): Promise<boolean> {
  try {
    const work = await loadWork(context, claim)
    return work?.connector.networkClass(work.step.account, work.step.draft).class === 'key'
  } catch (error) {
    context.log.warn({ err: error, target: claim.id }, 'a target of a dead worker keeps its quarantine')
    return false
  }
}

/**
 * Locks the rows of the workers that are gone, so that one worker alone takes over. A worker that opened its session again
 * holds its advisory lock, and is left out.
 */
async function lockGone(tx: Queryable, gone: readonly GoneWorker[]): Promise<GoneWorker[]> {
  const rows = await tx.rows<{ id: number; free: boolean }>(sql`
    with locked as materialized (
      select id from workers where id = any(${gone.map(({ id }) => id)}::int[]) order by id for update skip locked
    )
    select id, pg_try_advisory_xact_lock(${aliveLock}::int, id) as free from locked`)
  const free = new Map(rows.map((row) => [row.id, row.free]))
  // Behind some poolers the advisory lock outlives its process.
  return gone.filter(({ id, isProven }) => free.get(id) === true || (isProven && free.has(id)))
}

/** Answers how many leases ended. */
async function endLeases(
  context: WorkerContext,
  tx: Queryable,
  owners: readonly string[],
  keyed: readonly string[],
): Promise<number> {
  return tx.run(sql`
    with held as (
      select t.workspace_id, t.id from targets t where ${inHand(context, owners)} and t.state <> 'committing'
      for no key update of t skip locked
    )
    update targets t set fence = t.fence + 1, updated_at = clock_timestamp(), lease_owner = null, lease_until = null,
      next_action_at = case when t.id = any(${keyed}::uuid[]) then clock_timestamp()
        when t.state = 'unknown' then greatest(clock_timestamp(), (
          select max(c.look_after) from commits c where c.workspace_id = t.workspace_id and c.target_id = t.id
            and c.outcome in ('pending', 'unknown')))
        else least(clock_timestamp(), ${due(sql`t.scheduled_at`, sql`t.workspace_id`, sql`t.mode`)}) end
    from held h where t.workspace_id = h.workspace_id and t.id = h.id`)
}

/** Ends the leases of commits with their quarantine at the latest, for nobody renews them any more. */
async function shortenSends(
  context: WorkerContext,
  tx: Queryable,
  owners: readonly string[],
  keyed: readonly string[],
): Promise<void> {
  await tx.run(sql`
    with sending as (
      select t.workspace_id, t.id, c.id as commit_id, k.keyed,
        least(t.lease_until, case when k.keyed then clock_timestamp() else c.look_after end) as ends_at
      from targets t cross join lateral (select t.id = any(${keyed}::uuid[]) as keyed) k
        join commits c on c.workspace_id = t.workspace_id and c.target_id = t.id and c.outcome = 'pending'
      where ${inHand(context, owners)} and t.state = 'committing' for no key update of t skip locked
    ), looked_at_now as (
      update commits c set look_after = clock_timestamp() from sending s
      where s.keyed and c.workspace_id = s.workspace_id and c.id = s.commit_id
    )
    update targets t set lease_until = s.ends_at, next_action_at = s.ends_at from sending s
    where t.workspace_id = s.workspace_id and t.id = s.id`)
}

/** The workers that hold no target any more. The others have one that somebody had locked; the next look takes it over. */
async function withoutHolders(
  context: WorkerContext,
  tx: Queryable,
  gone: readonly GoneWorker[],
): Promise<GoneWorker[]> {
  const rows = await tx.rows<{ lease_owner: string }>(sql`
    select distinct t.lease_owner from targets t
    where ${inHand(context, ownersOf(gone))} and t.state <> 'committing'`)
  const holders = new Set(rows.map((row) => row.lease_owner))
  return gone.filter(({ owner }) => !holders.has(owner))
}

// A worker whose process may still run keeps its row, for it may open another session.
async function recordTaken(tx: Queryable, gone: readonly GoneWorker[]): Promise<void> {
  const idsOf = (isProven: boolean) =>
    gone.filter((worker) => worker.isProven === isProven).map(({ id }) => id)
  await tx.run(sql`delete from workers where id = any(${idsOf(true)}::int[])`)
  await tx.run(sql`update workers set lost_at = clock_timestamp() where id = any(${idsOf(false)}::int[])`)
}

/**
 * Wakes the first parked target of each account, if nothing is before it. A worker may have died after it settled a target
 * and before it woke the next one of that account, and nobody knows which account that was.
 */
async function wakeParked(context: WorkerContext): Promise<void> {
  const firsts = await context.db.rows<{ workspace_id: string; id: string }>(sql`
    select distinct on (workspace_id, account_id) workspace_id, id from targets
    where next_action_at > (select clock_timestamp()) and next_action_at <= (select ${inMs(turnFallbackMs)})
      and state in ('scheduled', 'ready') and lease_owner is null and tries = 0
      and ${isNotInState('targets', restingStates)}
      and scheduled_at <= crier_now(workspace_id, mode)
    order by workspace_id, account_id, scheduled_at, seq`)
  await Promise.all(
    firsts.map(({ workspace_id: workspaceId, id }) => wakeIfFirst(context, { workspaceId, id })),
  )
}
