import type { CallContext } from '../../context.ts'
import { recordEvent } from '../../webhooks/record-event.ts'
import type { PostRow } from '../post-row.ts'
import { approvalOf } from './approval.ts'

/** Writes the event of the latest word on the approval of a post. */
export async function recordApproval(
  { db, workspaceId, mode }: CallContext,
  type: 'post.submitted' | 'post.approved' | 'post.returned',
  before: PostRow,
  after: PostRow,
): Promise<void> {
  const approval = approvalOf(after)
  if (approval === null) throw new Error('A post without an approval has no event of one.')
  const { by, comment, version, client } = approval
  await recordEvent(db, {
    workspaceId,
    mode,
    type,
    subjectId: after.id,
    data: {
      ...{ id: after.id, status: after.status, previous_status: before.status, by, comment, version },
      ...(client ? { client } : {}),
    },
  })
}
