import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { requireMatch } from '../../lib/requests/etag.ts'
import { mediaBaseOf } from '../../media/public-url.ts'
import { removeUnapproved } from '../../publishing/person/replace-targets.ts'
import type { ApprovalClient } from '../../webhooks/approval-client.ts'
import { loadPost, lockPost, type ShownPost, showPost } from '../post-row.ts'
import { requireVersion, requireWaiting } from './approval.ts'
import { recordApproval } from './record-approval.ts'

/** A refusal to approve, with what should change. */
export interface Returning {
  readonly comment: string
  /** The version of the content that the caller looked at. */
  readonly version?: number
}

/**
 * Gives a post that waits for approval back to its author: it is a draft again, with the comment. `client`: it is the word of a
 * client, by a review link that the caller made.
 * @throws Problem 404; 412; 409 `not_waiting`, `version_changed`, `needs_review` or `already_settled`
 */
export async function returnPost(
  call: CallContext,
  id: string,
  { comment, version }: Returning,
  ifMatch: string | null,
  client: ApprovalClient | null = null,
): Promise<ShownPost> {
  const mediaBase = mediaBaseOf(call.context.config)
  const before = await lockPost(call, id)
  requireMatch(ifMatch, showPost(before, mediaBase).etag)
  requireWaiting(before)
  requireVersion(before, version)
  await removeUnapproved(call, id)
  await call.db.run(sql`
    update posts set is_draft = true, approval_state = 'returned', approval_by = ${call.caller.userId},
      approval_at = clock_timestamp(), approval_comment = ${comment},
      approval_client = ${client && JSON.stringify(client)}::json, version = version + 1, updated_at = clock_timestamp()
    where workspace_id = ${call.workspaceId} and id = ${id}`)
  const after = await loadPost(call, id)
  await recordApproval(call, 'post.returned', before, after)
  return showPost(after, mediaBase)
}
