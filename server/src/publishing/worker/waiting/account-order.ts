import type { CallContext, Context, Mode } from '../../../context.ts'
import { raw, type Sql, sql } from '../../../db/database.ts'
import { batchPer } from '../../../lib/concurrency/batch.ts'
import { isNotInState } from '../../../targets/state-sql.ts'
import { settledStates } from '../../../targets/states.ts'
import { due } from '../../timing.ts'
import { isBehind } from '../claiming/gate.ts'
import type { Work } from '../claiming/load-work.ts'
import type { WorkerContext } from '../worker-context.ts'

/*
 * Targets of one account go out one after the other, in the order of their times. A target that has to wait for another
 * is parked: its timer is far away, and whoever settles the other target wakes it. Two transactions may race here:
 *
 * - The first target commits "settled", looks for a parked one, finds none; the second commits "parked". The second looks
 *   once more after its COMMIT (`wakeIfFirst`), finds nobody before it, and wakes itself.
 * - The second commits "parked"; the first commits "settled", looks for a parked one, and wakes the second.
 */

/**
 * Wakes the next target of the account, and the dispatchers for any work that this target left. Called after the COMMIT
 * that made room.
 */
export async function releaseTurn(context: WorkerContext, work: Work): Promise<void> {
  await wakeNextOfAccount(context, work)
  context.wake(0)
}

/** Wakes the next target of the account after a COMMIT. Answers whether there was one. */
export async function wakeNextOfAccount(context: WorkerContext, work: Work): Promise<boolean> {
  const { workspaceId, id } = work.seen
  return wakeNextInBatch(context, { workspaceId, accountId: work.accountId, id, mode: work.mode })
}

/** Wakes the next target of each account after a person's COMMIT, for each changed target may have blocked a later one. */
export function wakeNextAfterCommit(
  { context, workspaceId, mode, afterCommit }: CallContext,
  changed: readonly { readonly account_id: string; readonly id: string }[],
): void {
  if (changed.length === 0) return
  afterCommit(() => {
    Promise.all(
      changed.map(({ account_id: accountId, id }) =>
        wakeNextInBatch(context, { workspaceId, accountId, id, mode }),
      ),
    ).then(
      (woken) => woken.includes(true) && context.wake(0),
      // Parked targets look by themselves after a while.
      (error: unknown) => context.log.warn({ err: error }, 'the next target of an account was not woken'),
    )
  })
}

/** Wakes a target that was parked by a COMMIT before, if nothing is before it any more. Answers whether it may go. */
export const wakeIfFirst = batchPer<Pick<Context, 'db'>, { workspaceId: string; id: string }, boolean>(
  { most: 100, lanes: 2 },
  async ({ db }, parked) => {
    const wanted = parked.map(({ workspaceId, id }) => ({ workspace_id: workspaceId, id }))
    const woken = await db.rows<{ id: string }>(sql`
      update targets t set next_action_at = ${itsOwnTime('t')}
      from (
        select t.workspace_id, t.id
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as r(workspace_id uuid, id uuid)
          join targets t on t.workspace_id = r.workspace_id and t.id = r.id and ${isParked('t')}
            and not (${isBehind('t')})
        order by t.workspace_id, t.post_id, t.id for no key update of t
      ) first
      where t.workspace_id = first.workspace_id and t.id = first.id
      returning t.id`)
    const ids = new Set(woken.map((row) => row.id))
    return parked.map(({ id }) => ids.has(id))
  },
)

/** The time at which the target is due, so that it is found before the later ones of its account. */
function itsOwnTime(target: string): Sql {
  const t = raw(target)
  return sql`least(clock_timestamp(), ${due(sql`${t}.scheduled_at`, sql`${t}.workspace_id`, sql`${t}.mode`)})`
}

// A target that is due already is not woken: that would only put it behind others.
function isParked(target: string): Sql {
  const t = raw(target)
  return sql`${t}.state in ('scheduled', 'ready') and ${t}.lease_owner is null
    and ${t}.next_action_at > clock_timestamp()`
}

/** A target that no longer blocks the next one of its account. */
interface Passed {
  readonly workspaceId: string
  readonly accountId: string
  readonly id: string
  readonly mode: Mode
}

// Rows are locked in the order of their ids, as everywhere, so that no two transactions wait for each other. The time of
// the workspace is read first, so that posts planned for later are not looked at.
const wakeNextInBatch = batchPer<Pick<Context, 'db'>, Passed, boolean>(
  { most: 100, lanes: 2 },
  async ({ db }, passed) => {
    const wanted = passed.map(({ workspaceId, accountId, id, mode }) => ({
      workspace_id: workspaceId,
      account_id: accountId,
      id,
      mode,
    }))
    const woken = await db.rows<{ account_id: string }>(sql`
      update targets t set next_action_at = ${itsOwnTime('t')}
      from (
        select n.workspace_id, n.id
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
            as r(workspace_id uuid, account_id uuid, id uuid, mode text)
          cross join lateral (select crier_now(r.workspace_id, r.mode) as now offset 0) clock
          cross join lateral (
            select o.workspace_id, o.id from targets o
            where o.workspace_id = r.workspace_id and o.account_id = r.account_id and o.scheduled_at <= clock.now
              and o.state in ('scheduled', 'ready') and o.lease_owner is null and o.id <> r.id
              and ${isNotInState('o', settledStates)}
            order by o.scheduled_at, o.seq limit 1) next
          join targets n on n.workspace_id = next.workspace_id and n.id = next.id and ${isParked('n')}
        order by n.workspace_id, n.post_id, n.id for no key update of n
      ) parked
      where t.workspace_id = parked.workspace_id and t.id = parked.id
      returning t.account_id`)
    const accounts = new Set(woken.map((row) => row.account_id))
    return passed.map(({ accountId }) => accounts.has(accountId))
  },
)
