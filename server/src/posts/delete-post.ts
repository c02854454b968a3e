import { requireScope } from '../callers/authorize.ts'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { requireMatch } from '../lib/requests/etag.ts'
import { mediaBaseOf } from '../media/public-url.ts'
import { cancelTargets } from '../publishing/person/cancel-targets.ts'
import { lockPost, type PostRow, showPost } from './post-row.ts'
import { removePost } from './remove-post.ts'
import { requireOwnPost } from './require-own-post.ts'
import { beginUnpublishing } from './unpublish/begin-unpublishing.ts'

export interface DeletedPost {
  id: string
  /** False while it is being deleted at the networks: it is deleted here once it is gone there. */
  deleted: boolean
  success: true
}

/**
 * Deletes a post; nothing of it is ever published afterwards. Where some of it is public, `unpublish` deletes it at the
 * networks first, in the background, for a caller who may publish.
 * @throws Problem 403 `scope_missing`; 404; 412; 409 `already_processing`, `needs_review`, `already_posted` or `cannot_unpublish`
 */
export async function deletePost(
  call: CallContext,
  id: string,
  { unpublish, ifMatch }: { unpublish: boolean; ifMatch: string | null },
): Promise<DeletedPost> {
  const post = await lockPost(call, id)
  await requireOwnPost(call, id)
  requireMatch(ifMatch, showPost(post, mediaBaseOf(call.context.config)).etag)
  refuseUnsettled(post)
  if (await isPublic(call, id)) {
    if (!unpublish) throw alreadyPosted()
    requireScope(call.caller, 'publish', 'may not delete public posts')
    await beginUnpublishing(call, id)
    return { id, deleted: false, success: true }
  }
  if (!post.is_draft) await cancelTargets(call, id)
  await removePost(call.db, call, post)
  return { id, deleted: true, success: true }
}

function refuseUnsettled({ status }: PostRow): void {
  if (status === 'processing') {
    throw new Problem(
      409,
      'already_processing',
      'This post is being published right now. Delete it once its results are settled.',
    )
  }
  if (status === 'needs_review') {
    throw new Problem(409, 'needs_review', 'Part of this post may be public. Resolve its post results first.')
  }
}

async function isPublic({ db, workspaceId }: CallContext, postId: string): Promise<boolean> {
  const published = await db.row(sql`
    select id from targets where workspace_id = ${workspaceId} and post_id = ${postId} and state = 'published' limit 1`)
  return published !== null
}

function alreadyPosted(): Problem {
  const detail =
    'This post is public on at least one network. Deleting it here would not remove it there. Add ?unpublish=true to delete it there too.'
  return new Problem(409, 'already_posted', detail)
}
