import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'

/** Ends the wait for approval of a post whose row is locked, once there is nothing left of it to approve. */
export async function withdrawApproval({ db, workspaceId }: CallContext, postId: string): Promise<void> {
  await db.run(sql`
    update posts p set approval_state = null, approval_by = null, approval_at = null, approval_comment = null,
      approval_version = null, approval_client = null
    where p.workspace_id = ${workspaceId} and p.id = ${postId} and p.approval_state = 'waiting'
      and not exists (select from targets t where t.workspace_id = p.workspace_id and t.post_id = p.id
        and t.state <> 'canceled')`)
}
