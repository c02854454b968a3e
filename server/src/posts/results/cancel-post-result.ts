import type { CallContext } from '../../context.ts'
import { cancelTarget } from '../../publishing/person/cancel-targets.ts'
import { withdrawApproval } from '../approval/withdraw-approval.ts'
import { requireOwnPost } from '../require-own-post.ts'
import type { PostResult } from './post-result-schema.ts'
import { loadResult } from './result-row.ts'

/** Stops a post on one account. @throws Problem 403 `scope_missing`; 404; 409 `already_processing`, `needs_review` or `already_settled` */
export async function cancelPostResult(call: CallContext, id: string): Promise<PostResult> {
  const { post_id: postId } = await loadResult(call, id)
  await requireOwnPost(call, postId)
  await cancelTarget(call, id)
  const result = await loadResult(call, id)
  await withdrawApproval(call, result.post_id)
  return result
}
