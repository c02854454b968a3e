import type { PublishedPost } from '../../connectors/connector.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { cutText } from '../../lib/text/graphemes.ts'
import { failChildren } from '../chain.ts'
import { moveTarget, type Review } from '../move.ts'
import type { HoldReason } from '../target.ts'
import { inMs } from '../timing.ts'
import { passGate } from './gate.ts'
import type { Work } from './load-work.ts'
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
  found: readonly Pick<PublishedPost, 'remoteId' | 'url'>[],
): Review {
  return {
    reason,
    sent_at: sentAt?.toISOString() ?? null,
    look_at: sentAt ? work.profileUrl : null,
    look_for: sentAt ? cutText(work.step.draft.text, 200) : null,
    looked_at: sentAt && work.looks > 0 ? work.now().toISOString() : null,
    found: found.map(({ remoteId }) => remoteId),
    found_urls: found.map(({ url }) => url),
  }
}

/** The network said: later. Nothing of this account is sent before. Taken before the post's lock, as everywhere. */
export async function blockAccount(tx: Queryable, work: Work, forMs: number): Promise<void> {
  await tx.run(sql`
    update social_accounts set blocked_until = greatest(blocked_until,
      clock_timestamp() + ${forMs}::float8 * interval '1 millisecond')
    where workspace_id = ${work.seen.workspaceId} and id = ${work.accountId}`)
}

/** W11 for whatever is chained to this target. */
export function failChildrenOf(tx: Queryable, work: Work): Promise<void> {
  return failChildren(tx, work.seen.workspaceId, work.seen.postId, work.seen.id)
}

/**
 * Until the end of the transaction nobody ends what the account, the workspace or a pause holds targets for. Taken before
 * any lock of a post or a target, as by whoever ends it.
 */
export async function lockHoldSources(tx: Queryable, { seen, accountId, connector }: Work): Promise<void> {
  await tx.run(sql`
    select from social_accounts where workspace_id = ${seen.workspaceId} and id = ${accountId} for share`)
  await tx.run(sql`select from workspaces where id = ${seen.workspaceId} for share`)
  await tx.run(sql`
    select from pauses where (platform is null or platform = ${connector.platform})
      and (workspace_id is null or workspace_id = ${seen.workspaceId}) for share`)
}

/** What holds it now, which nobody can end before this transaction does; null for nothing. */
export async function findHoldReason(tx: Queryable, work: Work): Promise<HoldReason | null> {
  await lockHoldSources(tx, work)
  const gate = await passGate(tx, work)
  return gate.verdict === 'hold' ? gate.reason : null
}

/**
 * Called after the COMMIT of a hold: what held it may have ended between the look and the step, and whoever ended it
 * then found nothing to release. Looks once more, so that one of the two sees the other: whoever is just ending it has
 * locked the account or the workspace until its own COMMIT, and is waited for.
 */
export async function releaseIfFree(context: WorkerContext, work: Work): Promise<void> {
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
