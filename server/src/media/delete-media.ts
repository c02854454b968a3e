import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound, Problem } from '../lib/problem.ts'
import { mediaNamed } from './media-named.ts'
import { deleteStored, discardStored } from './stored-files.ts'

export interface DeletedMedia {
  id: string
  deleted: true
  success: true
}

/**
 * Deletes a medium and its bytes, unless a post or a draft uses it. It is named as in `getMedia`.
 * @throws Problem 404, 409 `media_in_use`
 */
export async function deleteMedia(call: CallContext, name: string): Promise<DeletedMedia> {
  const { workspaceId, mode, context } = call
  const named = mediaNamed(context.config, name)
  if (!named) throw notFound('medium')
  // The lock keeps a post that is being created from using the medium meanwhile.
  const row = await call.db.row<{ id: string; storage_key: string | null }>(sql`
    select id, storage_key from media
    where workspace_id = ${workspaceId} and mode = ${mode} and ${named} for update`)
  if (!row) throw notFound('medium')
  const { id, storage_key: key } = row
  await call.db.run(sql`
    delete from post_media using posts
    where post_media.workspace_id = ${workspaceId} and post_media.media_id = ${id}
      and posts.workspace_id = ${workspaceId} and posts.id = post_media.post_id and posts.deleted_at is not null`)
  const users = await call.db.rows<{ post_id: string }>(sql`
    select post_id from post_media where workspace_id = ${workspaceId} and media_id = ${id} order by post_id limit 20`)
  if (users.length > 0) {
    throw new Problem(
      409,
      'media_in_use',
      'A post uses this medium. Remove it from the post, or delete the post first.',
      {
        extra: { post_ids: users.map(({ post_id }) => post_id) },
      },
    )
  }
  await call.db.run(
    sql`delete from media where workspace_id = ${workspaceId} and mode = ${mode} and id = ${id}`,
  )
  if (key !== null) {
    await discardStored(call.db, workspaceId, key)
    call.afterCommit(() => {
      deleteStored(context.storage, key).catch((error: unknown) => {
        // The sweep deletes the file later.
        context.log.warn({ err: error, media_id: id }, 'the bytes of a deleted medium were not deleted')
      })
    })
  }
  return { id, deleted: true, success: true }
}
