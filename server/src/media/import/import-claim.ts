import type { CallContext, Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { sealedIn } from '../../secrets/sealed-columns.ts'
import { safeFileName } from '../file-name.ts'
import type { UploadClaim } from '../intake/claim-upload.ts'
import { bareType, findMediaType, type MediaType, mediaTypes } from '../media-type.ts'
import { newPublicName } from '../public-url.ts'
import { newStorageKey } from '../stored-files.ts'
import type { ImportPartial } from './import-partial.ts'

/** The time that all tries together may take. */
const longestImport = '6 hours'
const mostTries = 5

/** A medium that is to be imported. */
export interface NewImport {
  /** Its whole address. It is stored sealed, because its query may hold a secret. */
  readonly url: string
  readonly name: string
  /** Null where nothing tells it before the bytes do. */
  readonly probableType: MediaType | null
  /** Null where the server did not say. */
  readonly bytes: number | null
  readonly partial: ImportPartial | null
  /** Whether it stays although no post ever uses it. */
  readonly keep: boolean
}

/** A guess that only names the medium until its bytes are known. */
export function probableType(contentType: string | undefined, fileName: string): MediaType | null {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase()
  const byEnding = mediaTypes.find(({ extension }) => extension === (ending === 'jpeg' ? 'jpg' : ending))
  return findMediaType(bareType(contentType ?? '')) ?? byEnding ?? null
}

/** Stores a medium whose import begins, claimed by this process. Nobody but this request knows of it yet. */
export async function storeImport(
  tx: Queryable,
  { context, caller, workspaceId, mode }: CallContext,
  { url, name, probableType: type, bytes, partial, keep }: NewImport,
): Promise<UploadClaim> {
  const id = newId()
  const storageKey = newStorageKey()
  const { mimeType, extension } = type ?? { mimeType: 'application/octet-stream', extension: 'bin' }
  const sizeBytes = bytes ?? 1
  await tx.run(sql`
    with medium as (
      insert into media (workspace_id, id, mode, user_id, media_id, name, mime_type, size_bytes, keep,
        was_attached, public_name, state, storage_key, receiving_until, upload_expires_at)
      values (${workspaceId}, ${id}, ${mode}, ${caller.userId}, ${pathOf(caller.userId, name, extension)}, ${name},
        ${mimeType}, ${sizeBytes}, ${keep}, false, ${newPublicName(extension)}, 'receiving', ${storageKey},
        clock_timestamp() + ${context.config.timings.uploadLeaseMs} * interval '1 millisecond',
        clock_timestamp() + ${longestImport}::interval)
      returning workspace_id, id
    )
    insert into media_imports (workspace_id, media_id, url, partial_key, validator, total_bytes)
    select workspace_id, id, ${context.sealer.seal(url, sealedIn('media_imports.url', workspaceId, id))},
      ${partial?.key ?? null}, ${partial?.validator ?? null}, ${partial?.totalBytes ?? null} from medium`)
  return { workspaceId, id, mimeType, sizeBytes, sha256: null, storageKey }
}

/** The storage path of the API for a file of this name. */
export function pathOf(userId: string, name: string, extension: string): string {
  return `${userId}/api/${safeFileName(name, extension)}`
}

/** An import that is taken up again, and the address to fetch it from. */
export interface DueImport {
  readonly claim: UploadClaim
  readonly url: string
  /** The place of the bytes that tries before have left; null where the file is fetched from its first byte. */
  readonly partial: ImportPartial | null
}

/** Claims one import whose next try is due, of none of these workspaces; null where there is none. */
export async function claimDueImport(
  { db, sealer, config }: Context,
  busyWorkspaces: readonly string[],
): Promise<DueImport | null> {
  const storageKey = newStorageKey()
  const row = await db.row<{
    workspace_id: string
    id: string
    mime_type: string
    size_bytes: number
    url: string
    partial_key: string | null
    validator: string | null
    total_bytes: number | null
  }>(sql`
    with due as (
      select i.workspace_id, i.media_id, i.url, i.partial_key, i.validator, i.total_bytes from media_imports i
        join media m on m.workspace_id = i.workspace_id and m.id = i.media_id
      where i.is_answered and i.next_at <= clock_timestamp() and i.tries < ${mostTries} and m.state = 'waiting'
        and m.upload_expires_at > clock_timestamp() and i.workspace_id <> all(${busyWorkspaces}::uuid[])
      order by i.next_at limit 1 for update of i, m skip locked
    ), tried as (
      update media_imports i set tries = tries + 1 from due
      where i.workspace_id = due.workspace_id and i.media_id = due.media_id
    )
    update media m set state = 'receiving', storage_key = ${storageKey}, updated_at = clock_timestamp(),
      receiving_until = clock_timestamp() + ${config.timings.uploadLeaseMs} * interval '1 millisecond'
    from due where m.workspace_id = due.workspace_id and m.id = due.media_id
    returning m.workspace_id, m.id, m.mime_type, m.size_bytes, due.url, due.partial_key, due.validator, due.total_bytes`)
  if (!row) return null
  const { workspace_id: workspaceId, id, mime_type: mimeType, size_bytes: sizeBytes, url } = row
  const { partial_key: key, validator, total_bytes: totalBytes } = row
  return {
    claim: { workspaceId, id, mimeType, sizeBytes, sha256: null, storageKey },
    url: sealer.open(url, sealedIn('media_imports.url', workspaceId, id)),
    partial:
      key === null || validator === null || totalBytes === null ? null : { key, validator, totalBytes },
  }
}

/** An import that is not tried any more. */
interface GivenUp {
  readonly workspaceId: string
  readonly id: string
  readonly partialKey: string | null
}

/** Imports that wait for another try and will get none: their time is over, or all tries failed. */
export async function listGivenUp({ db }: Context): Promise<GivenUp[]> {
  const rows = await db.rows<{ workspace_id: string; id: string; partial_key: string | null }>(sql`
    select i.workspace_id, m.id, i.partial_key from media_imports i
      join media m on m.workspace_id = i.workspace_id and m.id = i.media_id
    where m.state = 'waiting' and i.is_answered
      and (i.tries >= ${mostTries} or m.upload_expires_at <= clock_timestamp())
    limit 100`)
  return rows.map(({ workspace_id: workspaceId, id, partial_key: partialKey }) => ({
    workspaceId,
    id,
    partialKey,
  }))
}

/** When imports may wait for another try, or for their end. */
export const mayHaveWaitingImports = sql`exists (
  select from media_imports i join media m on m.workspace_id = i.workspace_id and m.id = i.media_id where m.state = 'waiting')`

/** Removes imports whose process died before their request was answered: nobody knows of them. */
export function removeUnanswered({ db }: Context): Promise<number> {
  return db.run(sql`
    delete from media using media_imports i
    where media.workspace_id = i.workspace_id and media.id = i.media_id and not i.is_answered
      and media.state = 'waiting'`)
}
