import type { CallContext } from '../context.ts'
import { Problem } from '../lib/problem.ts'
import { requireMatch } from '../lib/requests/etag.ts'
import { mediaBaseOf } from '../media/public-url.ts'
import { cancelTargets } from '../publishing/person/cancel-targets.ts'
import { withdrawApproval } from './approval/withdraw-approval.ts'
import { loadPost, lockPost, type ShownPost, showPost } from './post-row.ts'
import { requireOwnPost } from './require-own-post.ts'

/**
 * Stops a post on every account, or on none. A cancellation that is answered here is final: nothing of the post is
 * published afterwards. A post that is canceled already stays so.
 * @throws Problem 403 `scope_missing`; 404; 412; 409 `already_processing` with the `accounts` under way, `needs_review`, `is_draft` or
 * `already_settled`
 */
export async function cancelPost(call: CallContext, id: string, ifMatch: string | null): Promise<ShownPost> {
  const mediaBase = mediaBaseOf(call.context.config)
  const before = await lockPost(call, id)
  await requireOwnPost(call, id)
  const shown = showPost(before, mediaBase)
  requireMatch(ifMatch, shown.etag)
  if (before.status === 'canceled') return shown
  if (before.status === 'draft') {
    throw new Problem(409, 'is_draft', 'This post is a draft, so there is nothing to cancel.')
  }
  const stopped = await cancelTargets(call, id)
  if (before.approval_state !== null) await withdrawApproval(call, id)
  const after = await loadPost(call, id)
  // The post may have failed since it was read above: publishing settles a target without the lock of its post.
  if (stopped === 0 && after.status === 'failed')
    throw new Problem(409, 'already_settled', 'This post has already failed, so there is nothing to cancel.')
  return showPost(after, mediaBase)
}
