import type { Context, Mode, Scope } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { gatherPer } from '../lib/gather.ts'
import { failChildren } from './chain.ts'
import { passGate } from './gate.ts'
import type { Work } from './load-work.ts'
import { moveTarget, type Review } from './move.ts'
import type { HoldReason } from './target.ts'
import { inMs } from './timing.ts'
import type { WorkerContext } from './worker-context.ts'

/** W9: held until whatever stands in its way is gone; releasing it is the business of whoever removes that. */
export async function holdTarget(db: Queryable, work: Work, reason: HoldReason): Promise<null> {
  await moveTarget(db, work.seen, 'hold', { holdReason: reason })
  return null
}

/** W10: too late to publish without asking. */
export async function askMissedWindow(db: Queryable, work: Work): Promise<null> {
  await moveTarget(db, work.seen, 'miss_window', { review: reviewOf(work, 'missed_window', null, []) })
  return null
}

/** What a person needs to answer the question: where to look, for what, and what we saw ourselves. */
export function reviewOf(
  work: Work,
  reason: Review['reason'],
  sentAt: Date | null,
  found: readonly string[],
): Review {
  return {
    reason,
    sent_at: sentAt?.toISOString() ?? null,
    look_at: sentAt ? work.profileUrl : null,
    look_for: sentAt ? work.step.draft.text.slice(0, 200) : null,
    looked_at: sentAt && work.looks > 0 ? work.now().toISOString() : null,
    found: [...found],
  }
}

// A network that limits without saying how long.
const usualLimitMs = 60_000

/** The network said: later. Nothing of this account is sent before. Taken before the post's lock, as everywhere. */
export async function blockAccount(tx: Queryable, work: Work, retryAfterMs: number | null): Promise<void> {
  await tx.run(sql`
    update social_accounts set blocked_until = greatest(blocked_until,
      clock_timestamp() + ${retryAfterMs ?? usualLimitMs}::float8 * interval '1 millisecond')
    where workspace_id = ${work.seen.workspaceId} and id = ${work.accountId}`)
}

/** W11 for whatever is chained to this target. */
export function failChildrenOf(tx: Queryable, work: Work): Promise<void> {
  return failChildren(tx, work.seen.workspaceId, work.seen.postId, work.seen.id)
}

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
// what is planned for later is not looked at.
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
    update targets t set next_action_at = clock_timestamp()
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
          and n.state in ('scheduled', 'ready') and n.lease_owner is null
      order by n.workspace_id, n.post_id, n.id for no key update of n
    ) free
    where t.workspace_id = free.workspace_id and t.id = free.id
    returning t.account_id`)
    const accounts = new Set(woken.map((row) => row.account_id))
    return passed.map(({ accountId }) => accounts.has(accountId))
  },
)

/**
 * Called after the COMMIT of a hold: what held it may have ended between the look and the step, and whoever ended it
 * then found nothing to release. Looks once more, so that one of the two sees the other: whoever is just ending it has
 * locked the account or the workspace until its own COMMIT, and is waited for.
 */
export async function releaseIfFree(context: WorkerContext, work: Work): Promise<void> {
  const { workspaceId, id, fence } = work.seen
  const held = { ...work, seen: { ...work.seen, state: 'held' as const } }
  await context.db.transaction(async (tx) => {
    await tx.run(sql`
      select from social_accounts where workspace_id = ${workspaceId} and id = ${work.accountId} for share`)
    await tx.run(sql`select from workspaces where id = ${workspaceId} for share`)
    const row = await tx.row<{ reason: HoldReason }>(sql`
      select hold_reason as reason from targets
      where workspace_id = ${workspaceId} and id = ${id} and fence = ${fence} and state = 'held'`)
    if (!row) return
    const gate = await passGate(tx, held)
    if (gate.verdict === 'lost' || (gate.verdict === 'hold' && gate.reason === row.reason)) return
    await moveTarget(tx, held.seen, 'release', { nextActionAt: inMs(context.config.timings.backoffMs) })
  })
}
