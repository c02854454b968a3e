import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { Storage } from '../storage/storage.ts'

/** A new key for bytes in storage. */
export function newStorageKey(): string {
  return randomBytes(16).toString('hex')
}

/** Where the cleaned copy of the bytes under a key lies, if there is one. */
export function cleanedKeyOf(storageKey: string): string {
  return createHash('sha256').update(`cleaned ${storageKey}`).digest('hex').slice(0, 32)
}

/** Where the thumbnail of the bytes under a key lies, once it was asked for. */
export function thumbnailKeyOf(storageKey: string): string {
  return createHash('sha256').update(`thumbnail ${storageKey}`).digest('hex').slice(0, 32)
}

/** Deletes the bytes under a key, their cleaned copy and their thumbnail. */
export async function deleteStored(storage: Storage, storageKey: string): Promise<void> {
  await storage.delete(storageKey)
  await storage.delete(cleanedKeyOf(storageKey))
  await storage.delete(thumbnailKeyOf(storageKey))
}

/** Drops the bytes of an upload or import that came in parts. The sweep does it a day later, if it fails now. */
export async function dropPartial(
  { storage, log }: Pick<Context, 'storage' | 'log'>,
  key: string | null,
): Promise<void> {
  if (key === null) return
  await storage.partials
    .drop(key)
    .catch((error: unknown) => log.debug({ err: error }, 'the bytes of an upload were not removed'))
}

/** Notes bytes that no row refers to any more, in the transaction that removes the reference; the sweep deletes them. */
export async function discardStored(tx: Queryable, workspaceId: string, storageKey: string): Promise<void> {
  await tx.run(sql`
    insert into discarded_files (workspace_id, storage_key) values (${workspaceId}, ${storageKey})
    on conflict do nothing`)
}
