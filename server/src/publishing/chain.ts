import { type Queryable, sql } from '../db/database.ts'
import type { State } from '../targets/states.ts'
import { moveTarget } from './move.ts'
import type { Seen } from './target.ts'
import { isLegal } from './target.ts'
import { inMs } from './timing.ts'

interface Child {
  id: string
  post_id: string
  state: State
}

/** G1: releases the parts that reply to a part that is public now. */
export async function releaseChildren(tx: Queryable, workspaceId: string, parentId: string): Promise<void> {
  for (const child of await childrenOf(tx, workspaceId, parentId, 'held')) {
    await moveTarget(tx, seenAs(workspaceId, child), 'release', { nextActionAt: inMs(0) })
  }
}

/** Makes the parts that wait for a part due now, because a person sends that part now. */
export async function makeChainDueNow(tx: Queryable, workspaceId: string, parentId: string): Promise<void> {
  await tx.run(sql`
    with recursive chain as (
      select workspace_id, id from targets where workspace_id = ${workspaceId} and parent_id = ${parentId}
      union all
      select t.workspace_id, t.id from targets t join chain c on t.workspace_id = c.workspace_id and t.parent_id = c.id
    )
    update targets t set scheduled_at = crier_now(t.workspace_id, t.mode)
    from chain c where t.workspace_id = c.workspace_id and t.id = c.id and t.state = 'held' and t.hold_reason = 'parent'`)
}

/** W11: fails the parts that reply to a part that will never be public, and the replies to those. */
export async function failChildren(
  tx: Queryable,
  workspaceId: string,
  postId: string,
  parentId: string,
): Promise<void> {
  for (const child of await childrenOf(tx, workspaceId, parentId, null)) {
    if (!isLegal('orphan', child.state)) continue
    await moveTarget(tx, seenAs(workspaceId, child), 'orphan', {
      error: {
        code: 'parent_failed',
        category: 'chain',
        message: 'The part before this one was not published.',
        retryable: false,
        platform_code: null,
      },
    })
    await failChildren(tx, workspaceId, postId, child.id)
  }
}

/** H4 for a chain: lets the parts that failed because of their parent wait for it again. */
export async function chainFailedAgain(tx: Queryable, workspaceId: string, parentId: string): Promise<void> {
  for (const child of await childrenOf(tx, workspaceId, parentId, 'failed')) {
    await moveTarget(tx, seenAs(workspaceId, child), 'chain_again', { holdReason: 'parent', error: null })
    await chainFailedAgain(tx, workspaceId, child.id)
  }
}

async function childrenOf(
  tx: Queryable,
  workspaceId: string,
  parentId: string,
  state: State | null,
): Promise<Child[]> {
  return tx.rows<Child>(sql`
    select id, post_id, state from targets where workspace_id = ${workspaceId} and parent_id = ${parentId}
      and (${state}::text is null or state = ${state}) order by position for no key update`)
}

// The transaction that moves the parent holds the lock of the post.
function seenAs(workspaceId: string, child: Child): Seen {
  return {
    workspaceId,
    id: child.id,
    postId: child.post_id,
    state: child.state,
    fence: null,
    isOnlyTarget: true,
  }
}
