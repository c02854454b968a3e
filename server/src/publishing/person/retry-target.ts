import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { isLeftUnknown, isOpenCommit } from '../../targets/state-sql.ts'
import { chainFailedAgain, makeChainDueNow } from '../chain.ts'
import { moveTarget } from '../move.ts'
import { inMs, wakeAfterCommit } from '../timing.ts'
import { refuseUnapproved } from './lock-targets.ts'
import { lockChain } from './resolve-target.ts'

/**
 * H4: tries a failed result again, or the part of its thread that failed. Allowed only where the network surely has
 * nothing: every commit was rejected, not sent or proven absent.
 * @throws Problem 404; 409 `not_failed`, `approval_required`, `being_unpublished` or `may_be_public`
 */
export async function retryTarget(call: CallContext, targetId: string): Promise<void> {
  const chain = await lockChain(call, targetId)
  const failed = chain.find((target) => target.state === 'failed')
  if (!failed) throw new Problem(409, 'not_failed', 'Only a failed result can be tried again.')
  refuseUnapproved(failed)
  const leaving = await call.db.row(sql`
    select target_id from unpublications where workspace_id = ${call.workspaceId} and post_id = ${failed.seen.postId} limit 1`)
  if (leaving) {
    const detail =
      'This post is being deleted at its networks, so nothing of it is published any more. Create a new post.'
    throw new Problem(409, 'being_unpublished', detail)
  }
  const undecided = await call.db.row(sql`
    select t.id from targets t where t.workspace_id = ${call.workspaceId} and t.id = ${failed.id}
      and (${isLeftUnknown('t')}
        or exists (select from commits c where c.workspace_id = t.workspace_id and c.target_id = t.id
          and (${isOpenCommit('c')} or c.outcome = 'ok')))`)
  if (undecided) {
    throw new Problem(
      409,
      'may_be_public',
      'This may already be public, so it is not sent again. Look on the network, and create a new post if it is missing.',
    )
  }
  await moveTarget(call.db, failed.seen, 'retry', {
    nextActionAt: inMs(0),
    dueNow: true,
    tries: 0,
    looks: 0,
    error: null,
    artefacts: {},
  })
  await chainFailedAgain(call.db, call.workspaceId, failed.id)
  await makeChainDueNow(call.db, call.workspaceId, failed.id)
  wakeAfterCommit(call, [{ in_ms: 0 }])
}
