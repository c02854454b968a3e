import type { Context, Mode, Scope } from '../context.ts'
import { sql } from '../db/database.ts'
import { gatherPer } from '../lib/gather.ts'
import type { Work } from './load-work.ts'
import { due } from './timing.ts'
import type { WorkerContext } from './worker-context.ts'

/**
 * Lets the next target of the account that waits for its turn have it, and wakes the dispatchers for whatever this target
 * left to do. Called after the COMMIT that made room: a target that begins to wait looks once more after its own COMMIT,
 * so that one of the two sees the other.
 */
export async function letNextPass(context: WorkerContext, work: Work): Promise<void> {
  await passTurn(context, work)
  context.wake(0)
}

/** The same for a target that left nothing to do. Answers whether there was a next one. */
export async function passTurn(context: WorkerContext, work: Work): Promise<boolean> {
  const { workspaceId, id } = work.seen
  return wakeNext(context, { workspaceId, accountId: work.accountId, id, mode: work.mode })
}

/** The same for targets that a person changes, once that is committed: each may have stood before another. */
export function passTurnsAfterCommit(
  { context, workspaceId, mode, afterCommit }: Scope,
  changed: readonly { readonly account_id: string; readonly id: string }[],
): void {
  if (changed.length === 0) return
  afterCommit(() => {
    Promise.all(
      changed.map(({ account_id: accountId, id }) => wakeNext(context, { workspaceId, accountId, id, mode })),
    ).then(
      (woken) => woken.includes(true) && context.wake(0),
      // Each looks by itself after a while.
      (error: unknown) => context.log.warn({ err: error }, 'the next of an account was not woken'),
    )
  })
}

interface Passed {
  readonly workspaceId: string
  readonly accountId: string
  readonly id: string
  readonly mode: Mode
}

// In the order of their ids, as whoever locks many: so that no two wait for each other. The time comes first, so that
// what is planned for later is not looked at. Whoever is woken goes where its time puts it, before the later ones of its
// account; one that is due already stays where it is.
const wakeNext = gatherPer<Pick<Context, 'db'>, Passed, boolean>(
  { most: 100, lanes: 2 },
  async ({ db }, passed) => {
    const asked = passed.map(({ workspaceId, accountId, id, mode }) => ({
      workspace_id: workspaceId,
      account_id: accountId,
      id,
      mode,
    }))
    const woken = await db.rows<{ account_id: string }>(sql`
      update targets t set
        next_action_at = least(clock_timestamp(), ${due(sql`t.scheduled_at`, sql`t.workspace_id`, sql`t.mode`)})
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
            and n.state in ('scheduled', 'ready') and n.lease_owner is null and n.next_action_at > clock_timestamp()
        order by n.workspace_id, n.post_id, n.id for no key update of n
      ) waiting
      where t.workspace_id = waiting.workspace_id and t.id = waiting.id
      returning t.account_id`)
    const accounts = new Set(woken.map((row) => row.account_id))
    return passed.map(({ accountId }) => accounts.has(accountId))
  },
)
