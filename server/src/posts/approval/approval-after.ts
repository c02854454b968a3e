import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { contentOf, type NewTarget } from '../../publishing/person/accept-targets.ts'
import type { PostRow } from '../post-row.ts'
import type { Plan } from '../request/plan-post.ts'
import { mustAskApproval } from '../require-publish.ts'

/** The approval of a post after a change: as it was, asked for (anew), or none. */
export type Approving = 'keep' | 'ask' | 'drop'

/** Decides about the approval of a locked post that becomes what is planned. `isAsked`: its author asks for approval. */
export async function approvalAfter(
  call: CallContext,
  before: PostRow,
  plan: Plan,
  isAsked: boolean,
): Promise<Approving> {
  // A draft that was returned keeps the comment until it is submitted again.
  if (plan.request.isDraft) return before.is_draft ? 'keep' : 'drop'
  const mustAsk = isAsked || mustAskApproval(call.caller)
  if (before.is_draft) return mustAsk ? 'ask' : 'drop'
  if (before.approval_state === null) return mustAsk ? 'ask' : 'keep'
  // An approval is of the content, so another time alone keeps it, and anything else needs a new one, whoever changes it.
  const targets = plan.accounts.map(({ target }) => target)
  return (await isSameContent(call, before.id, targets)) ? 'keep' : 'ask'
}

/** Whether nothing of a post goes out after a change before somebody approves it. */
export function awaitsAfter(before: PostRow, approving: Approving): boolean {
  return approving === 'ask' || (approving === 'keep' && before.approval_state === 'waiting')
}

/** Whether the targets of a post say the same on the same accounts as planned ones; their times do not count. */
async function isSameContent(
  { db, workspaceId }: CallContext,
  postId: string,
  targets: readonly NewTarget[],
): Promise<boolean> {
  const planned = targets.flatMap(({ accountId, parts }) =>
    parts.map(({ part, ...content }, position) => ({
      account_id: accountId,
      position,
      part,
      content: contentOf(content),
    })),
  )
  const row = await db.row<{ same: boolean }>(sql`
    with planned as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb)
        as p(account_id uuid, position int, part text, content jsonb)
    ), stored as materialized (
      select account_id, position, part, content from targets
      where workspace_id = ${workspaceId} and post_id = ${postId}
    )
    select not exists ((table planned except table stored) union all (table stored except table planned)) as same`)
  return row?.same ?? false
}
