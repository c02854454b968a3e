import { type Queryable, sql } from '../db/database.ts'
import { moveTarget, type Seen } from './move.ts'
import { isLegal, type State } from './target.ts'
import { inMs } from './timing.ts'

interface Child {
  id: string
  post_id: string
  state: State
}

/** G1: the parent is public, so what answers it may go. */
export async function releaseChildren(tx: Queryable, workspaceId: string, parentId: string): Promise<void> {
  for (const child of await childrenOf(tx, workspaceId, parentId, 'held')) {
    await moveTarget(tx, seenAs(workspaceId, child), 'release', { nextActionAt: inMs(0) })
  }
}

/** What waits for a part that a person sends now is due now as well: it is no later than that part. */
export async function chainIsDueNow(tx: Queryable, workspaceId: string, parentId: string): Promise<void> {
  await tx.run(sql`
    with recursive chain as (
      select workspace_id, id from targets where workspace_id = ${workspaceId} and parent_id = ${parentId}
      union all
      select t.workspace_id, t.id from targets t join chain c on t.workspace_id = c.workspace_id and t.parent_id = c.id
    )
    update targets t set scheduled_at = crier_now(t.workspace_id, t.mode)
    from chain c where t.workspace_id = c.workspace_id and t.id = c.id and t.state = 'held' and t.hold_reason = 'parent'`)
}

/** W11: what it answers to will never be there; nor will what answers to that. */
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

/** H4 for a chain: parts that failed only because of their parent wait for it again. */
export async function chainAgain(tx: Queryable, workspaceId: string, parentId: string): Promise<void> {
  for (const child of await childrenOf(tx, workspaceId, parentId, 'failed')) {
    await moveTarget(tx, seenAs(workspaceId, child), 'chain_again', { holdReason: 'parent', error: null })
    await chainAgain(tx, workspaceId, child.id)
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

// The transaction that moved the parent holds the lock of the post.
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
