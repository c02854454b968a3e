import type { Failure, PublishedPost } from '../../connectors/connector.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { failChildren, releaseChildren } from '../chain.ts'
import { moveTarget } from '../move.ts'
import { targetError } from '../target-error.ts'
import { type CommitRow, closeCommit } from './commit-record.ts'
import type { Work } from './load-work.ts'

/** Moves a target to `published`, with the network's own id: the only way there that a worker has, but for batches. */
export async function writePublished(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  step: 'publish' | 'find' | 'find_first' | 'confirm',
  post: PublishedPost,
): Promise<boolean> {
  // Children are released first. Otherwise a thread would be announced as complete between two of its parts.
  if (!work.seen.isOnlyTarget) {
    if (!(await lockTargetAsSeen(tx, work))) return false
    await releaseChildren(tx, work.seen.workspaceId, work.seen.id)
  }
  const moved = await moveTarget(tx, work.seen, step, {
    remote: { id: post.remoteId, url: post.url, reference: post.reference },
    error: null,
    tries: 0,
  })
  if (moved) await closeCommit(tx, work, commit, 'ok', { ref: post.remoteId })
  return moved
}

/** The network refused for good, and nothing is public. */
export async function writeRefused(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  step: 'refuse' | 'find_refused' | 'confirm_refused',
  failure: Failure,
): Promise<boolean> {
  const error = targetError(failure)
  const moved = await moveTarget(tx, work.seen, step, { error })
  if (!moved) return false
  await closeCommit(tx, work, commit, 'rejected', { error })
  await failChildren(tx, work.seen.workspaceId, work.seen.postId, work.seen.id)
  return true
}

/** Locks the post and the target. Answers false when the target is no longer as it was seen. */
export async function lockTargetAsSeen(tx: Queryable, work: Work): Promise<boolean> {
  const { workspaceId, postId, id, fence, state } = work.seen
  await tx.run(
    sql`select from posts where workspace_id = ${workspaceId} and id = ${postId} for no key update`,
  )
  const row = await tx.row(sql`
    select id from targets where workspace_id = ${workspaceId} and id = ${id} and fence = ${fence} and state = ${state}
    for no key update`)
  return row !== null
}
