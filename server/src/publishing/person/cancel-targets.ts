import { actorOf } from '../../callers/actor-of.ts'
import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { moveTarget } from '../move.ts'
import { isLegal } from '../target.ts'
import { hasBegun, type LockedTarget, lockTargets } from './lock-targets.ts'

/**
 * A3: cancels every target of a post, or none. A target that it acknowledges is never published afterwards. Answers how
 * many it stopped: a target that had failed or was canceled before has nothing left to stop.
 * @throws Problem 409 `already_processing`, naming in `accounts` those whose publish has begun; `needs_review`.
 */
export async function cancelTargets(call: CallContext, postId: string): Promise<number> {
  const targets = await lockTargets(call, postId)
  const going = targets.filter(hasBegun)
  const asking = targets.filter((target) => target.state === 'needs_review')
  if (going.length > 0) throw alreadyProcessing(going)
  if (asking.length > 0) throw needsReview(asking)
  return stop(call, targets)
}

/**
 * Stops every target of a post that is not public yet, for good.
 * @throws Problem 409 `already_processing` or `needs_review`, each with the `accounts` concerned
 */
export async function cancelWaiting(call: CallContext, postId: string): Promise<void> {
  const targets = await lockTargets(call, postId)
  const going = targets.filter((target) => hasBegun(target) && target.state !== 'published')
  const asking = targets.filter((target) => target.state === 'needs_review')
  if (going.length > 0) throw alreadyProcessing(going)
  if (asking.length > 0) throw needsReview(asking)
  await stop(call, targets)
}

/**
 * Stops one account's result, with what is chained to it.
 * @throws Problem 404; 409 `already_processing`, `needs_review` or `already_settled`.
 */
export async function cancelTarget(call: CallContext, targetId: string): Promise<void> {
  const found = await call.db.row<{ post_id: string }>(sql`
    select post_id from targets where workspace_id = ${call.workspaceId} and id = ${targetId}
      and mode = ${call.mode} and part = 'post'`)
  if (!found) throw notFound('post result')
  const targets = await lockTargets(call, found.post_id)
  const chain = targets.filter((target) => target.root_id === targetId)
  const root = chain.find((target) => target.id === targetId)
  if (!root) throw notFound('post result')
  if (root.state === 'needs_review') throw needsReview([root])
  if (hasBegun(root)) throw alreadyProcessing([root])
  if (!isLegal('cancel', root.state)) {
    throw new Problem(
      409,
      'already_settled',
      sentence('This result is already {state}, so there is nothing to cancel.', { state: root.state }),
    )
  }
  await stop(call, chain)
}

async function stop(call: CallContext, targets: readonly LockedTarget[]): Promise<number> {
  const waiting = targets.filter(({ state }) => isLegal('cancel', state))
  const canceledBy = actorOf(call.caller)
  for (const { seen } of waiting) await moveTarget(call.db, seen, 'cancel', { canceledBy })
  return waiting.length
}

/** 409 for a change that comes too late, with the accounts whose publish has begun. */
export function alreadyProcessing(going: readonly LockedTarget[]): Problem {
  const accounts = [...new Set(going.map((target) => target.account_id))]
  return new Problem(
    409,
    'already_processing',
    'Publishing has begun on at least one account, so nothing was changed. Delete the post once its results are settled.',
    { extra: { accounts } },
  )
}

export function needsReview(asking: readonly LockedTarget[]): Problem {
  const accounts = [...new Set(asking.map((target) => target.account_id))]
  return new Problem(409, 'needs_review', 'This post may be public. Resolve its post results first.', {
    extra: { accounts },
  })
}
