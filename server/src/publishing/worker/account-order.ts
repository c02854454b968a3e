import type { CallContext, Context, Mode } from '../../context.ts'
import { raw, type Sql, sql } from '../../db/database.ts'
import { batchPer } from '../../lib/batch.ts'
import { due } from '../timing.ts'
import { behind } from './gate.ts'
import type { Work } from './load-work.ts'
import type { WorkerContext } from './worker-context.ts'

/**
 * Lets the next target of the account that waits for its turn have it, and wakes the dispatchers for whatever this target
 * left to do. Called after the COMMIT that made room: a target that begins to wait looks once more after its own COMMIT,
 * so that one of the two sees the other.
 */
export async function releaseTurn(context: WorkerContext, work: Work): Promise<void> {
  await wakeNextOfAccount(context, work)
  context.wake(0)
}

/** The same for a target that left nothing to do. Answers whether there was a next one. */
export async function wakeNextOfAccount(context: WorkerContext, work: Work): Promise<boolean> {
  const { workspaceId, id } = work.seen
  return findAndWakeNext(context, { workspaceId, accountId: work.accountId, id, mode: work.mode })
}

/** The same for targets that a person changes, once that is committed: each may have stood before another. */
export function wakeNextAfterCommit(
  { context, workspaceId, mode, afterCommit }: CallContext,
  changed: readonly { readonly account_id: string; readonly id: string }[],
): void {
  if (changed.length === 0) return
  afterCommit(() => {
    Promise.all(
      changed.map(({ account_id: accountId, id }) =>
        findAndWakeNext(context, { workspaceId, accountId, id, mode }),
      ),
    ).then(
      (woken) => woken.includes(true) && context.wake(0),
      // Each looks by itself after a while.
      (error: unknown) => context.log.warn({ err: error }, 'the next of an account was not woken'),
    )
  })
}

/**
 * For a target that waits for its turn since a COMMIT that is done: whoever stood before it may have gone after we looked
 * and before our waiting was seen, and then nobody would wake it. Answers whether it may go.
 */
export const wakeIfFirst = batchPer<Pick<Context, 'db'>, { workspaceId: string; id: string }, boolean>(
  { most: 100, lanes: 2 },
  async ({ db }, waiting) => {
    const asked = waiting.map(({ workspaceId, id }) => ({ workspace_id: workspaceId, id }))
    const woken = await db.rows<{ id: string }>(sql`
      update targets t set ${atItsPlace}
      from (
        select t.workspace_id, t.id
        from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r(workspace_id uuid, id uuid)
          join targets t on t.workspace_id = r.workspace_id and t.id = r.id and ${waits('t')} and not (${behind})
        order by t.workspace_id, t.post_id, t.id for no key update of t
      ) first
      where t.workspace_id = first.workspace_id and t.id = first.id
      returning t.id`)
    const ids = new Set(woken.map((row) => row.id))
    return waiting.map(({ id }) => ids.has(id))
  },
)

// Where its time puts it, before the later ones of its account.
const atItsPlace = sql`
  next_action_at = least(clock_timestamp(), ${due(sql`t.scheduled_at`, sql`t.workspace_id`, sql`t.mode`)})`

// One that is due already is not woken: it would only go behind others.
function waits(alias: string): Sql {
  const t = raw(alias)
  return sql`${t}.state in ('scheduled', 'ready') and ${t}.lease_owner is null
    and ${t}.next_action_at > clock_timestamp()`
}

interface Passed {
  readonly workspaceId: string
  readonly accountId: string
  readonly id: string
  readonly mode: Mode
}

// In the order of their ids, as whoever locks many: so that no two wait for each other. The time comes first, so that
// what is planned for later is not looked at.
const findAndWakeNext = batchPer<Pick<Context, 'db'>, Passed, boolean>(
  { most: 100, lanes: 2 },
  async ({ db }, passed) => {
    const asked = passed.map(({ workspaceId, accountId, id, mode }) => ({
      workspace_id: workspaceId,
      account_id: accountId,
      id,
      mode,
    }))
    const woken = await db.rows<{ account_id: string }>(sql`
      update targets t set ${atItsPlace}
      from (
        select n.workspace_id, n.id
        from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
            as r(workspace_id uuid, account_id uuid, id uuid, mode text)
          cross join lateral (select crier_now(r.workspace_id, r.mode) as now offset 0) clock
          cross join lateral (
            select o.workspace_id, o.id from targets o
            where o.workspace_id = r.workspace_id and o.account_id = r.account_id and o.scheduled_at <= clock.now
              and o.state in ('scheduled', 'ready') and o.lease_owner is null and o.id <> r.id
              and o.state not in ('published', 'failed', 'canceled', 'needs_review')
            order by o.scheduled_at, o.seq limit 1) next
          join targets n on n.workspace_id = next.workspace_id and n.id = next.id
            and ${waits('n')}
        order by n.workspace_id, n.post_id, n.id for no key update of n
      ) waiting
      where t.workspace_id = waiting.workspace_id and t.id = waiting.id
      returning t.account_id`)
    const accounts = new Set(woken.map((row) => row.account_id))
    return passed.map(({ accountId }) => accounts.has(accountId))
  },
)
