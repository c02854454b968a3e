import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import type { UploadClaim } from '../intake/claim-upload.ts'
import { newStorageKey } from '../stored-files.ts'
import { validatorOf } from './byte-range.ts'
import type { OpenedUrl } from './open-url.ts'

/** A smaller file is fetched again sooner than its parts are stored and joined. */
const leastBytes = 4 * 1024 * 1024

/** Where the bytes of an import lie that a later try may continue, and how it asks for the rest. */
export interface ImportPartial {
  readonly key: string
  readonly validator: string
  readonly totalBytes: number
}

/** Makes a place for a file that is worth it, from a server that can send the rest of it later; null for any other. */
export function newPartial({ answer }: OpenedUrl): ImportPartial | null {
  const totalBytes = announcedBytes(answer)
  const validator = validatorOf(answer.headers)
  if (totalBytes === null || totalBytes < leastBytes || validator === null) return null
  return { key: newStorageKey(), validator, totalBytes }
}

/** The length that the server announced; null for none. */
export function announcedBytes({ headers }: OpenedUrl['answer']): number | null {
  const length = headers['content-length'] ?? ''
  return /^\d{1,15}$/.test(length) ? Number(length) : null
}

/** Notes that a try begins at the first byte, of a file of this size. */
export async function storeBeginning(
  { db }: Context,
  { workspaceId, id, storageKey }: UploadClaim,
  { partial, bytes }: { readonly partial: ImportPartial | null; readonly bytes: number | null },
): Promise<void> {
  await db.run(sql`
    with medium as (
      update media set received_bytes = 0, size_bytes = coalesce(${bytes}, 1)
      where workspace_id = ${workspaceId} and id = ${id} and storage_key = ${storageKey} and state = 'receiving'
      returning workspace_id, id
    )
    update media_imports i set partial_key = ${partial?.key ?? null}, validator = ${partial?.validator ?? null},
      total_bytes = ${partial?.totalBytes ?? null}
    from medium where i.workspace_id = medium.workspace_id and i.media_id = medium.id`)
}
