import type { CallContext } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'
import { requireMatch } from '../../lib/requests/etag.ts'
import { mediaBaseOf } from '../../media/public-url.ts'
import { changePost } from '../change-post.ts'
import { lockPost, type ShownPost, showPost } from '../post-row.ts'

/**
 * Asks for the approval of a draft: from now on it waits, and nothing of it goes out before somebody approves it. A post
 * that waits already stays as it is.
 * @throws Problem 404; 412; 422 with everything that stands in the way; 409 `not_a_draft`
 */
export async function submitPost(
  call: CallContext,
  id: string,
  comment: string | null,
  ifMatch: string | null,
): Promise<ShownPost> {
  const mediaBase = mediaBaseOf(call.context.config)
  const before = await lockPost(call, id)
  const shown = showPost(before, mediaBase)
  requireMatch(ifMatch, shown.etag)
  if (before.approval_state === 'waiting' && !before.is_draft) return shown
  if (!before.is_draft) {
    const detail =
      'Only a draft can be submitted for approval. Make this post a draft again first, with {"is_draft": true}.'
    throw new Problem(409, 'not_a_draft', detail)
  }
  return showPost(await changePost(call, before, { is_draft: false }, { comment }), mediaBase)
}
