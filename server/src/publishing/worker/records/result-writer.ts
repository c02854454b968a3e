import type { Failure, Omission, PublishedPost } from '../../../connectors/connector.ts'
import { type Queryable, sql } from '../../../db/database.ts'
import { failChildren, releaseChildren } from '../../chain.ts'
import { moveTarget } from '../../move.ts'
import { targetError } from '../../target-error.ts'
import type { Work } from '../claiming/load-work.ts'
import { type CommitRow, closeCommit } from './commit-record.ts'

/** Moves a target to `published`, with the network's own id. Besides this, only `publishMany` lets a worker do that. */
export async function writePublished(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  step: 'publish' | 'find' | 'find_first' | 'confirm',
  post: PublishedPost & { readonly omitted?: readonly Omission[] },
): Promise<boolean> {
  const { omitted = [] } = post
  // Children are released first. Otherwise a thread would be announced as complete between two of its parts.
  if (!work.seen.isOnlyTarget || omitted.length > 0) {
    if (!(await lockTargetAsSeen(tx, work))) return false
    await releaseChildren(tx, work.seen.workspaceId, work.seen.id)
    await warnOfOmitted(tx, work, omitted)
  }
  const moved = await moveTarget(tx, work.seen, step, {
    remote: { id: post.remoteId, url: post.url, reference: post.reference },
    error: null,
    tries: 0,
  })
  if (moved) await closeCommit(tx, work, commit, 'ok', { ref: post.remoteId })
  return moved
}

/** The post has its warnings from the time it was planned; these are added to them. The post is locked. */
async function warnOfOmitted(tx: Queryable, work: Work, omitted: readonly Omission[]): Promise<void> {
  if (omitted.length === 0) return
  const { workspaceId, postId } = work.seen
  const warnings = omitted.map((one) => ({ pointer: '', ...one, social_account_id: work.accountId }))
  await tx.run(sql`
    update posts set warnings = warnings || ${JSON.stringify(warnings)}::jsonb
    where workspace_id = ${workspaceId} and id = ${postId}`)
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
