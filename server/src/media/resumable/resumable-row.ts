import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import type { UploadGrant } from '../intake/upload-url.ts'
import { newStorageKey } from '../stored-files.ts'

/** An upload that is not continued for this time expires. */
export const idleMs = 24 * 3_600_000

/** However slow its line, an upload has this long in all. */
export const longestMs = 7 * 24 * 3_600_000

/** A medium whose bytes come in with several requests. */
export interface ResumableUpload {
  readonly isReady: boolean
  readonly name: string
  readonly expiresAt: Date
  /** Where the bytes lie that have come. Null once the medium is ready. */
  readonly partialKey: string | null
}

export async function storeResumable(tx: Queryable, { workspaceId, id }: UploadGrant): Promise<void> {
  await tx.run(sql`
    insert into resumable_uploads (workspace_id, media_id, storage_key)
    values (${workspaceId}, ${id}, ${newStorageKey()})`)
}

/** @throws Problem 404 when it was cancelled or its medium deleted, 410 when it expired */
export async function loadResumable({ db }: Context, grant: UploadGrant): Promise<ResumableUpload> {
  const row = await db.row<{
    state: string
    name: string
    upload_expires_at: Date
    expired: boolean
    storage_key: string | null
  }>(sql`
    select m.state, m.name, m.upload_expires_at, m.upload_expires_at <= clock_timestamp() as expired, r.storage_key
    from media m left join resumable_uploads r on r.workspace_id = m.workspace_id and r.media_id = m.id
    where m.workspace_id = ${grant.workspaceId} and m.id = ${grant.id} and m.media_id = ${grant.mediaId}`)
  if (!row) throw notFound('medium')
  const isReady = row.state === 'ready'
  if (!isReady && (row.expired || row.storage_key === null)) throw expired()
  const { name, upload_expires_at: expiresAt, storage_key: partialKey } = row
  return { isReady, name, expiresAt, partialKey }
}

/** An upload that went on, up to so many bytes, gets another day within its seven. */
export async function extendResumable(
  { db }: Context,
  { workspaceId, id }: UploadGrant,
  receivedBytes: number,
): Promise<void> {
  await db.run(sql`
    update media set received_bytes = ${receivedBytes}, upload_expires_at = least(
      created_at + ${longestMs} * interval '1 millisecond', clock_timestamp() + ${idleMs} * interval '1 millisecond')
    where workspace_id = ${workspaceId} and id = ${id} and state = 'waiting' and upload_expires_at > clock_timestamp()`)
}

/** Cancels an upload. False: there was none, or its file was accepted. */
export async function removeResumable(context: Context, { workspaceId, id }: UploadGrant): Promise<boolean> {
  const row = await context.db.row<{ storage_key: string }>(sql`
    delete from media m using resumable_uploads r
    where m.workspace_id = ${workspaceId} and m.id = ${id} and m.state = 'waiting'
      and r.workspace_id = m.workspace_id and r.media_id = m.id
    returning r.storage_key`)
  if (row) await context.storage.partials.drop(row.storage_key)
  return row !== null
}

function expired(): Problem {
  return new Problem(410, 'upload_expired', 'This upload has expired. Begin it anew.')
}
