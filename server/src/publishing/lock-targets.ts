import type { Scope } from '../context.ts'
import { sql } from '../db/database.ts'
import type { Seen } from './move.ts'
import type { State } from './target.ts'
import { passTurnsAfterCommit } from './turn.ts'

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
  seen: Seen
}

/**
 * Locks a post and all its targets, for a person's change: no worker moves them until the transaction ends, and whoever
 * waited behind them looks again then. Locks are always taken in this order: account, post, targets by id.
 */
export async function lockTargets(scope: Scope, postId: string): Promise<LockedTarget[]> {
  const { db, workspaceId } = scope
  await db.run(
    sql`select from posts where workspace_id = ${workspaceId} and id = ${postId} for no key update`,
  )
  const rows = await db.rows<Omit<LockedTarget, 'seen'>>(sql`
    select id, account_id, platform, root_id, parent_id, part, position, state, hold_reason, content_version
    from targets where workspace_id = ${workspaceId} and post_id = ${postId} and mode = ${scope.mode}
    order by id for no key update`)
  passTurnsAfterCommit(scope, rows)
  return rows.map((row) => ({
    ...row,
    // The post is locked already.
    seen: { workspaceId, id: row.id, postId, state: row.state, fence: null, alone: true },
  }))
}
