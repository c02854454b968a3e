import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { findMediumId, lockMedium, removeMedium } from '../../media/library/remove-medium.ts'
import { listUses } from './list-uses.ts'

export interface DeletedMedia {
  id: string
  deleted: true
  success: true
}

/**
 * Deletes a medium, its bytes and its public URL, unless a post still needs it: a draft, or one that may yet be published.
 * Posts that are public or canceled keep their text, results and the name of the medium. It is named as in `getMedia`.
 * @throws Problem 404, 409 `media_in_use`
 */
export async function deleteMedia(call: CallContext, name: string): Promise<DeletedMedia> {
  const id = await findMediumId(call, name)
  await lockLinks(call, id)
  // The lock keeps a post that is being created from using the medium meanwhile.
  const medium = await lockMedium(call, id)
  await refuseNeeded(call, id)
  await call.db.run(sql`delete from post_media where workspace_id = ${call.workspaceId} and media_id = ${id}`)
  await removeMedium(call, medium)
  return { id, deleted: true, success: true }
}

/**
 * Locks the links before the medium. Otherwise: deleting a canceled post locks a link and waits for the medium, to which it
 * notes that it was used, while we hold the medium and wait for the link.
 */
async function lockLinks({ db, workspaceId }: CallContext, id: string): Promise<void> {
  await db.run(sql`
    select from post_media where workspace_id = ${workspaceId} and media_id = ${id} order by post_id for update`)
}

/** A post that was published on some accounts and failed on others cannot be deleted, so it keeps no medium from being. */
async function refuseNeeded(call: CallContext, id: string): Promise<void> {
  const { total, posts } = await listUses(call, id, sql`s.status not in ('posted', 'partial', 'canceled')`)
  if (total === 0) return
  const detail =
    total === 1
      ? 'A post may still be published with this medium. Remove the medium from it, or delete it first.'
      : sentence(
          '{count} posts may still be published with this medium. Remove the medium from them, or delete them first.',
          { count: total },
        )
  throw new Problem(409, 'media_in_use', detail, {
    extra: { post_ids: posts.map((post) => post.id), posts: posts.map((post) => ({ ...post })), total },
  })
}
