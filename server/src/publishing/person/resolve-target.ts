import { actorOf } from '../../callers/actor-of.ts'
import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { invalid, notFound, Problem } from '../../lib/problem.ts'
import { isOpenCommit } from '../../targets/state-sql.ts'
import { failChildren, makeChainDueNow, releaseChildren } from '../chain.ts'
import { moveTarget, type Review } from '../move.ts'
import { inMs, wakeAfterCommit } from '../timing.ts'
import { isLookedForFirst, type LockedTarget, lockTargets, refuseUnapproved } from './lock-targets.ts'

export interface Resolution {
  outcome: 'published' | 'not_published' | 'discard'
  /** The address of the post, if the person knows it. */
  url?: string
}

/**
 * H1 to H3: a person answers a question that Crier would not guess. `targetId` is a result (its root); the question may be
 * about the root or about a part of its thread.
 *
 * - `published`: the post is live.
 * - `not_published`: it is not live; send it now. This is the one way to publish a post twice, if the person is mistaken.
 * - `discard`: leave it as it is; it may be public. Possible after `not_published` too, until the last look is made.
 * @throws Problem 404; 409 `not_in_review` or `approval_required`
 */
export async function resolveTarget(
  call: CallContext,
  targetId: string,
  resolution: Resolution,
): Promise<void> {
  const chain = await lockChain(call, targetId)
  const asking =
    chain.find((target) => target.state === 'needs_review') ??
    (resolution.outcome === 'discard' ? chain.find(isLookedForFirst) : undefined)
  if (!asking)
    throw new Problem(
      409,
      'not_in_review',
      'This result is not in review: its outcome is known or still being determined.',
    )
  switch (resolution.outcome) {
    case 'published':
      return sayPublished(call, asking, resolution.url)
    case 'not_published':
      return sayNotPublished(call, asking)
    case 'discard':
      return discard(call, asking)
  }
}

/** Locks the post of a result. Answers the chain under that result. @throws Problem 404 */
export async function lockChain(call: CallContext, targetId: string): Promise<LockedTarget[]> {
  const found = await call.db.row<{ post_id: string }>(sql`
    select t.post_id from targets t join posts p on p.workspace_id = t.workspace_id and p.id = t.post_id
    where t.workspace_id = ${call.workspaceId} and t.id = ${targetId} and t.mode = ${call.mode}
      and t.part = 'post' and p.deleted_at is null`)
  if (!found) throw notFound('post result')
  const targets = await lockTargets(call, found.post_id)
  return targets.filter((target) => target.root_id === targetId).sort((a, b) => a.position - b.position)
}

async function sayPublished(call: CallContext, target: LockedTarget, url: string | undefined): Promise<void> {
  const row = await call.db.row<{
    profile_url: string
    review: Review
    was_sent: boolean
    children: number
  }>(sql`
    select a.profile_url, t.review, ${wasSent} as was_sent, (select count(*)::int from targets c where c.workspace_id = t.workspace_id
      and c.parent_id = t.id) as children
    from targets t join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
    where t.workspace_id = ${call.workspaceId} and t.id = ${target.id}`)
  if (!row) throw notFound('post result')
  if (row.review.reason === 'missed_window' && !row.was_sent) {
    throw invalid([
      { pointer: '/outcome', code: 'never_sent', detail: 'This post was never sent, so it cannot be live.' },
    ])
  }
  const { found, found_urls: urls = [] } = row.review
  const named = url === undefined ? -1 : urls.indexOf(url)
  // A part that replies to this one must name it by the network's id, which a person does not know.
  if (row.children > 0 && found.length !== 1 && named === -1) {
    throw new Problem(
      409,
      'thread_cannot_continue',
      'Later parts of this thread need the id that the network gave this one, and it is not known. Discard this result, then create a new post for the rest.',
    )
  }
  await settleCommit(call, target)
  // Children are released first. Otherwise a thread would be announced as complete between two of its parts.
  await releaseChildren(call.db, call.workspaceId, target.id)
  const shownAt = url ?? urls[0] ?? row.profile_url
  await moveTarget(call.db, target.seen, 'say_published', {
    // The one that the person named of several is the one that is corrected and deleted later.
    remote: { id: found[Math.max(0, named)] ?? shownAt, url: shownAt, reference: null },
    error: null,
  })
}

/**
 * Lets the worker send the target again. The commit stays open, because its server may still be at work: the worker looks
 * for it once more first, and sends nothing if it is there by then.
 */
async function sayNotPublished(call: CallContext, target: LockedTarget): Promise<void> {
  refuseUnapproved(target)
  await recordDecision(call, target)
  const row = await call.db.row<{ was_sent: boolean }>(sql`
    select ${wasSent} as was_sent from targets t where t.workspace_id = ${call.workspaceId} and t.id = ${target.id}`)
  await moveTarget(call.db, target.seen, 'say_not_published', {
    nextActionAt: inMs(0),
    dueNow: true,
    lookFirst: row?.was_sent ?? false,
    tries: 0,
    looks: 0,
    error: null,
  })
  await makeChainDueNow(call.db, call.workspaceId, target.id)
  wakeAfterCommit(call, [{ in_ms: 0 }])
}

async function discard(call: CallContext, target: LockedTarget): Promise<void> {
  // A post that missed its window was never sent, so it is nowhere. After a restore that is not known: the database may lack
  // its commits.
  const row = await call.db.row<{ may_be_public: boolean }>(sql`
    select t.review->>'reason' <> 'missed_window' or ${wasSent} as may_be_public from targets t
    where t.workspace_id = ${call.workspaceId} and t.id = ${target.id}`)
  const mayBePublic = row?.may_be_public ?? true
  await recordDecision(call, target)
  await moveTarget(call.db, target.seen, 'discard', {
    error: {
      code: mayBePublic ? 'outcome_unknown' : 'discarded',
      category: 'unknown_outcome',
      message: mayBePublic
        ? 'You left this undecided: it may be public.'
        : 'You decided not to publish this.',
      retryable: !mayBePublic,
      platform_code: null,
    },
  })
  await failChildren(call.db, call.workspaceId, target.seen.postId, target.id)
}

/** Whether the target `t` has a commit that is not proven to have had no effect. */
const wasSent = sql`exists (select from commits c where c.workspace_id = t.workspace_id and c.target_id = t.id
  and ${isOpenCommit('c')})`

async function settleCommit(call: CallContext, target: LockedTarget): Promise<void> {
  await recordDecision(call, target)
  await call.db.run(sql`
    update commits c set outcome = 'ok', settled_at = clock_timestamp()
    where workspace_id = ${call.workspaceId} and target_id = ${target.id}
      and ${isOpenCommit('c')}`)
}

/** Writes into the open commit who decided. */
async function recordDecision(call: CallContext, target: LockedTarget): Promise<void> {
  const { kind, id } = actorOf(call.caller)
  await call.db.run(sql`
    update commits c set evidence = evidence || jsonb_build_array(jsonb_build_object('at', clock_timestamp(),
      'what', 'person_decided', 'actor', ${`${kind}:${id}`}::text))
    where workspace_id = ${call.workspaceId} and target_id = ${target.id}
      and ${isOpenCommit('c')}`)
}
