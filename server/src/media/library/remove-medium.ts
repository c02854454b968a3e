import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import { mediaNamed } from '../media-named.ts'
import { deleteStored, discardStored, dropPartial } from '../stored-files.ts'

/** A medium whose row this transaction has locked, so that no post can begin to use it. */
export interface LockedMedium {
  readonly id: string
  readonly storage_key: string | null
}

/** Removes a medium that no post is linked to, and after the commit its bytes. */
export async function removeMedium(call: CallContext, { id, storage_key: key }: LockedMedium): Promise<void> {
  const { context, db, workspaceId } = call
  const partial = await db.row<{ key: string | null }>(sql`
    with upload as (
      delete from resumable_uploads where workspace_id = ${workspaceId} and media_id = ${id} returning storage_key as key
    ), import as (
      delete from media_imports where workspace_id = ${workspaceId} and media_id = ${id} returning partial_key as key
    )
    select key from upload union all select key from import`)
  await db.run(sql`delete from media where workspace_id = ${workspaceId} and id = ${id}`)
  if (partial) call.afterCommit(() => void dropPartial(context, partial.key))
  if (key === null) return
  await discardStored(db, workspaceId, key)
  call.afterCommit(() => {
    deleteStored(context.storage, key).catch((error: unknown) => {
      // The sweep deletes the file later.
      context.log.warn({ err: error, media_id: id }, 'the bytes of a deleted medium were not deleted')
    })
  })
}

/** The id of a medium, named as in `getMedia`. @throws Problem 404 */
export async function findMediumId(call: CallContext, name: string): Promise<string> {
  const named = mediaNamed(call.context.config, name)
  const row =
    named &&
    (await call.db.row<{ id: string }>(sql`
      select id from media where workspace_id = ${call.workspaceId} and mode = ${call.mode} and ${named}`))
  if (!row) throw notFound('medium')
  return row.id
}

/** Locks a medium. @throws Problem 404 when it was deleted meanwhile */
export async function lockMedium({ db, workspaceId, mode }: CallContext, id: string): Promise<LockedMedium> {
  const row = await db.row<LockedMedium>(sql`
    select id, storage_key from media
    where workspace_id = ${workspaceId} and mode = ${mode} and id = ${id} for update`)
  if (!row) throw notFound('medium')
  return row
}
