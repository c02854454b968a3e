import type { CallContext } from '../context.ts'
import { requireMatch } from '../lib/requests/etag.ts'
import { mediaBaseOf } from '../media/public-url.ts'
import { lockQueue } from '../queue/lock-queue.ts'
import { changePost } from './change-post.ts'
import { fetchMediaUrls, type MediaUrls } from './fetch-media-urls.ts'
import type { PostChangesBody } from './post-body.ts'
import { loadPost, lockPost, type ShownPost, showPost } from './post-row.ts'

/**
 * Changes the members that are named and leaves the rest. `is_draft: false` promotes a draft, `true` takes a post back that has not
 * begun to go out; `scheduled_at: null` publishes now. New content of a post that needs approval waits for it.
 * @throws Problem 403 `scope_missing`; 404; 412; 422; 409 `already_processing`, `needs_review` or `already_settled`
 */
export async function updatePost(
  call: CallContext,
  id: string,
  changes: PostChangesBody,
  ifMatch: string | null,
): Promise<ShownPost> {
  const mediaBase = mediaBaseOf(call.context.config)
  // The queue is locked before the post, as everywhere.
  if (changes.use_queue) await lockQueue(call)
  const before = await lockPost(call, id)
  const shown = showPost(before, mediaBase)
  requireMatch(ifMatch, shown.etag)
  if (Object.keys(changes).length === 0) return shown
  return showPost(await changePost(call, before, changes), mediaBase)
}

/** Fetches the files behind the `media_urls` of changes. @throws Problem 404, and 422 that names each URL without a file */
export async function fetchForChanges(
  call: CallContext,
  id: string,
  { media_urls: urls }: PostChangesBody,
): Promise<MediaUrls | undefined> {
  if (!urls || urls.length === 0) return undefined
  await loadPost(call, id)
  return fetchMediaUrls(call, urls)
}
