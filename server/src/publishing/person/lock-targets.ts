import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { type State, startedStates } from '../../targets/states.ts'
import type { Seen } from '../target.ts'
import { isLegal } from '../target.ts'
import { wakeNextAfterCommit } from '../worker/waiting/account-order.ts'

export interface LockedTarget {
  id: string
  account_id: string
  platform: string
  root_id: string
  parent_id: string | null
  part: 'post' | 'thread' | 'first_comment'
  position: number
  state: State
  hold_reason: string | null
  content_version: number
  look_first: boolean
  awaits_approval: boolean
  seen: Seen
}

/**
 * Locks a post and all its targets, for a person's change: no worker moves them until the transaction ends, and whoever
 * waited behind them looks again then. Locks are always taken in this order: account, post, targets by id.
 */
export async function lockTargets(call: CallContext, postId: string): Promise<LockedTarget[]> {
  const { db, workspaceId } = call
  await db.run(
    sql`select from posts where workspace_id = ${workspaceId} and id = ${postId} for no key update`,
  )
  const rows = await db.rows<Omit<LockedTarget, 'seen'>>(sql`
    select id, account_id, platform, root_id, parent_id, part, position, state, hold_reason, content_version, look_first,
      awaits_approval
    from targets where workspace_id = ${workspaceId} and post_id = ${postId} and mode = ${call.mode}
    order by id for no key update`)
  wakeNextAfterCommit(call, rows)
  return rows.map((row) => ({
    ...row,
    // The post is locked already.
    seen: { workspaceId, id: row.id, postId, state: row.state, fence: null, isOnlyTarget: true },
  }))
}

/** Whether it is out, on its way, or may be: then it can be neither changed nor canceled. */
export function hasBegun(target: LockedTarget): boolean {
  return (startedStates as readonly State[]).includes(target.state) || isLookedForFirst(target)
}

/** Whether it waits to be sent again, after a person said that it is not there, and is looked for once more before that. */
export function isLookedForFirst({ state, look_first }: LockedTarget): boolean {
  return look_first && isLegal('cancel', state)
}

/** Refuses to send content without an approval. @throws Problem 409 `approval_required` */
export function refuseUnapproved({ awaits_approval: awaits }: LockedTarget): void {
  if (!awaits) return
  throw new Problem(
    409,
    'approval_required',
    'This post waits for approval, so nothing of it is sent. It must be approved first.',
  )
}
