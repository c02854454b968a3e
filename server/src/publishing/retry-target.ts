import type { Scope } from '../context.ts'
import { sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { chainAgain } from './chain.ts'
import { moveTarget } from './move.ts'
import { lockChain } from './resolve-target.ts'
import { inMs, wakeAfterCommit } from './timing.ts'

/**
 * H4: a person's second try of a result that failed, or of the part of its thread that did. Only where the network is
 * known to have nothing: every commit was rejected, not sent or proven absent.
 * @throws Problem 404; 409 `not_failed` or `may_be_public`
 */
export async function retryTarget(scope: Scope, targetId: string): Promise<void> {
  const chain = await lockChain(scope, targetId)
  const failed = chain.find((target) => target.state === 'failed')
  if (!failed) throw new Problem(409, 'not_failed', 'Only a result that failed can be tried again.')
  const open = await scope.db.row(sql`
    select id from commits where workspace_id = ${scope.workspaceId} and target_id = ${failed.id}
      and outcome in ('pending', 'unknown', 'accepted', 'ok')`)
  if (open) {
    throw new Problem(
      409,
      'may_be_public',
      'This may be public already, so it is not sent again. Look there, and post it anew if it is missing.',
    )
  }
  await moveTarget(scope.db, failed.seen, 'retry', {
    nextActionAt: inMs(0),
    dueNow: true,
    tries: 0,
    looks: 0,
    error: null,
    artefacts: {},
  })
  await chainAgain(scope.db, scope.workspaceId, failed.id)
  wakeAfterCommit(scope, [{ in_ms: 0 }])
}
