import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { invalid, notFound, Problem } from '../../lib/problem.ts'
import { chainIsDueNow, failChildren, releaseChildren } from '../chain.ts'
import { moveTarget, type Review } from '../move.ts'
import { inMs, wakeAfterCommit } from '../timing.ts'
import { isLookedForFirst, type LockedTarget, lockTargets } from './lock-targets.ts'

export interface Resolution {
  outcome: 'published' | 'not_published' | 'discard'
  /** Where it is, if the person knows. */
  url?: string
}

/**
 * H1 to H3: a person answers what Crier would not guess. `targetId` is a result (its root); the question may stand at
 * the root or at a part of its thread. `published`: it is live. `not_published`: it is not, send it now: the one way
 * in which something can be published twice. `discard`: leave it; it may be public. Until the last look after
 * `not_published` is made it can still be left so.
 * @throws Problem 404; 409 `not_in_review`
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

/** Locks the post of a result and answers the chain under that result. @throws Problem 404 */
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
  // What answers it must name it, and only the network knows that name.
  if (row.children > 0 && row.review.found.length !== 1) {
    throw new Problem(
      409,
      'thread_cannot_continue',
      'Later parts of this thread need the id that the network gave this one, and it is not known. Discard this result, then create a new post for the rest.',
    )
  }
  await settleCommit(call, target)
  // Before its parent, so that a thread is never told to be complete between two of its parts.
  await releaseChildren(call.db, call.workspaceId, target.id)
  const [seen] = row.review.found
  const shownAt = url ?? row.review.found_urls?.[0] ?? row.profile_url
  await moveTarget(call.db, target.seen, 'say_published', {
    remote: { id: seen ?? shownAt, url: shownAt, reference: null },
    error: null,
  })
}

/**
 * The commit stays open, for its server may still be at work: the worker looks for it once more before it sends anew, and
 * sends nothing if it is there by then.
 */
async function sayNotPublished(call: CallContext, target: LockedTarget): Promise<void> {
  await note(call, target)
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
  await chainIsDueNow(call.db, call.workspaceId, target.id)
  wakeAfterCommit(call, [{ in_ms: 0 }])
}

async function discard(call: CallContext, target: LockedTarget): Promise<void> {
  // A post that missed its window before anything was sent is surely nowhere; a database that went back in time knows nothing
  // of its commits.
  const row = await call.db.row<{ may_be_public: boolean }>(sql`
    select t.review->>'reason' <> 'missed_window' or ${wasSent} as may_be_public from targets t
    where t.workspace_id = ${call.workspaceId} and t.id = ${target.id}`)
  const mayBePublic = row?.may_be_public ?? true
  await note(call, target)
  await moveTarget(call.db, target.seen, 'discard', {
    error: {
      code: 'discarded',
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

/** Whether a target `t` has a commit that is not proven to have had no effect. */
const wasSent = sql`exists (select from commits c where c.workspace_id = t.workspace_id and c.target_id = t.id
  and c.outcome in ('pending', 'unknown', 'accepted'))`

async function settleCommit(call: CallContext, target: LockedTarget): Promise<void> {
  await note(call, target)
  await call.db.run(sql`
    update commits set outcome = 'ok', settled_at = clock_timestamp()
    where workspace_id = ${call.workspaceId} and target_id = ${target.id}
      and outcome in ('pending', 'unknown', 'accepted')`)
}

// Who decided stays with the commit.
async function note(call: CallContext, target: LockedTarget): Promise<void> {
  await call.db.run(sql`
    update commits set evidence = evidence || jsonb_build_array(jsonb_build_object('at', clock_timestamp(),
      'what', 'person_decided', 'actor', ${`${call.actor.kind}:${call.actor.id}`}::text))
    where workspace_id = ${call.workspaceId} and target_id = ${target.id}
      and outcome in ('pending', 'unknown', 'accepted')`)
}
