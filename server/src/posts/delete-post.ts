import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { requireMatch } from '../lib/etag.ts'
import { Problem } from '../lib/problem.ts'
import { mediaBaseOf } from '../media/public-url.ts'
import { cancelTargets } from '../publishing/person/cancel-targets.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import { lockPost, type PostRow, showPost } from './post-row.ts'

export interface DeletedPost {
  id: string
  deleted: true
  success: true
}

/**
 * Deletes a post of which nothing is public; nothing of it is ever published afterwards.
 * @throws Problem 404; 412; 409 `already_processing`, `needs_review`, `already_posted` or `unpublish_not_supported`
 */
export async function deletePost(
  call: CallContext,
  id: string,
  { unpublish, ifMatch }: { unpublish: boolean; ifMatch: string | null },
): Promise<DeletedPost> {
  const { db, workspaceId, mode } = call
  const post = await lockPost(call, id)
  requireMatch(ifMatch, showPost(post, mediaBaseOf(call.context.config)).etag)
  await refuseGone(call, post, unpublish)
  if (!post.is_draft) await cancelTargets(call, id)
  await db.run(sql`delete from post_media where workspace_id = ${workspaceId} and post_id = ${id}`)
  await db.run(sql`
    update posts set deleted_at = clock_timestamp(), updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${id}`)
  await recordEvent(db, {
    workspaceId,
    mode,
    type: 'post.deleted',
    subjectId: id,
    version: 1,
    data: { id, status: 'deleted', previous_status: post.status, external_id: post.external_id },
  })
  return { id, deleted: true, success: true }
}

async function refuseGone(call: CallContext, { id, status }: PostRow, unpublish: boolean): Promise<void> {
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
  const published = await call.db.rows<{ platform: string }>(sql`
    select distinct platform from targets
    where workspace_id = ${call.workspaceId} and post_id = ${id} and state = 'published' order by platform`)
  if (published.length === 0) return
  if (!unpublish) {
    const detail = 'This post is public on at least one network. Deleting it here would not remove it there.'
    throw new Problem(409, 'already_posted', detail)
  }
  const platforms = published.map(({ platform }) => platform)
  const detail = `Crier cannot delete posts on ${platforms.join(', ')}. Delete the post there by hand. Nothing was changed here.`
  throw new Problem(409, 'unpublish_not_supported', detail, { extra: { platforms } })
}
