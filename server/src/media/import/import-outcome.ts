import type { Context } from '../../context.ts'
import { isDatabaseAway, type Queryable, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { recordEvent } from '../../webhooks/record-event.ts'
import type { UploadClaim } from '../intake/claim-upload.ts'
import { explainRefusal } from '../intake/explain-refusal.ts'
import { markReady } from '../intake/mark-ready.ts'
import { type Media, type MediaRow, mediaColumns, mediaFacts } from '../media.ts'
import { Refused, type RefusedCode } from '../probe/probed.ts'
import { mediaBaseOf, newPublicName } from '../public-url.ts'
import { deleteStored, discardStored, dropPartial } from '../stored-files.ts'
import type { FetchedFile } from './fetch-file.ts'
import { pathOf } from './import-claim.ts'
import { ImportFailed, type ImportFailure } from './import-failed.ts'
import type { ImportPartial } from './import-partial.ts'

/** A try that failed counts, and the pause before the next one grows with each. */
const vain = { tries: sql`tries`, next: sql`tries * interval '1 minute'` }
/** A try that brought much of the file is not counted. */
const helpful = { tries: sql`least(tries, 1)`, next: sql`interval '2 seconds'` }
/** A try that a stopping server broke off is nobody's fault, and another process may go on at once. */
const brokenOff = { tries: sql`greatest(tries - 1, 0)`, next: sql`interval '0'` }

/** Makes a fetched file a medium that posts may use. @throws Problem 410 when its claim was lost */
export async function completeImport(
  tx: Queryable,
  context: Context,
  { claim, type, kept }: FetchedFile,
): Promise<Media> {
  const row = await tx.row<{ user_id: string; name: string; is_answered: boolean }>(sql`
    delete from media_imports i using media m
    where i.workspace_id = ${claim.workspaceId} and i.media_id = ${claim.id}
      and m.workspace_id = i.workspace_id and m.id = i.media_id and m.storage_key = ${claim.storageKey}
    returning m.user_id, m.name, i.is_answered`)
  if (row) await storeFound(tx, claim, newPublicName(type.extension))
  // Nobody has read the storage path yet, so it may still end as its type does.
  if (row && !row.is_answered) {
    await tx.run(sql`
      update media set media_id = ${pathOf(row.user_id, row.name, type.extension)}
      where workspace_id = ${claim.workspaceId} and id = ${claim.id}`)
  }
  return markReady(tx, context, claim, kept)
}

async function storeFound(
  tx: Queryable,
  { workspaceId, id, storageKey, mimeType, sizeBytes }: UploadClaim,
  publicName: string,
): Promise<void> {
  await tx.run(sql`
    update media set mime_type = ${mimeType}, size_bytes = ${sizeBytes}, public_name = ${publicName}
    where workspace_id = ${workspaceId} and id = ${id} and storage_key = ${storageKey}`)
}

/** Removes an import whose requester never got an answer. A medium that became ready stays. */
export async function removeImport(context: Context, claim: UploadClaim): Promise<void> {
  await context.db.transaction(async (tx) => {
    const removed = await tx.run(sql`
      delete from media where workspace_id = ${claim.workspaceId} and id = ${claim.id}
        and state = 'receiving' and storage_key = ${claim.storageKey}`)
    if (removed > 0) await discardStored(tx, claim.workspaceId, claim.storageKey)
  })
  await deleteDiscarded(context, claim)
}

/** A try that failed. */
interface FailedTry {
  readonly claim: UploadClaim
  readonly partial: ImportPartial | null
  /** Whether the next try needs no pause, because it has much to go on with. */
  readonly hasProgressed: boolean
}

/** Stores that an import failed: it is tried again where that may help, and else rejected, with its event. */
export async function settleFailure(
  context: Context,
  { claim, partial, hasProgressed }: FailedTry,
  error: unknown,
): Promise<void> {
  // The claim expires by itself.
  if (isDatabaseAway(error)) return
  const isStopped = context.imports.isStopping || isShuttingDown(error)
  const final = finalReason(error)
  const left =
    final || partial === null ? 0 : await context.storage.partials.bytes(partial.key).catch(() => 0)
  await context.db.transaction(async (tx) => {
    const isOurs = await tx.run(sql`
      update media set state = 'waiting', storage_key = null, receiving_until = null, received_bytes = ${left},
        updated_at = clock_timestamp()
      where workspace_id = ${claim.workspaceId} and id = ${claim.id} and state = 'receiving'
        and storage_key = ${claim.storageKey}`)
    if (isOurs === 0) return
    await discardStored(tx, claim.workspaceId, claim.storageKey)
    if (final) await reject(tx, context, claim, final)
    else {
      const { tries, next } = isStopped ? brokenOff : hasProgressed ? helpful : vain
      await tx.run(sql`
        update media_imports set tries = ${tries}, next_at = clock_timestamp() + ${next}
        where workspace_id = ${claim.workspaceId} and media_id = ${claim.id}`)
    }
  })
  if (partial) await dropUnused(context, partial)
  await deleteDiscarded(context, claim)
}

/** The processes that examine files are closed before the imports are. */
function isShuttingDown(error: unknown): boolean {
  return error instanceof Problem && error.code === 'shutting_down'
}

/** Drops the bytes of an import that nothing continues any more: it was rejected, or its medium was deleted meanwhile. */
async function dropUnused(context: Context, { key }: ImportPartial): Promise<void> {
  const used = await context.db.row(sql`select from media_imports where partial_key = ${key}`)
  if (!used) await dropPartial(context, key)
}

/** Rejects an import that failed too often, or whose time is over. */
export function giveUpImport(context: Context, place: { workspaceId: string; id: string }): Promise<void> {
  const detail =
    'The file could not be fetched, however often it was tried. Look whether its address still works.'
  return context.db.transaction((tx) => reject(tx, context, place, { reason: 'url_unreachable', detail }))
}

/** Deletes what is noted as discarded; what cannot be deleted now is left to the sweep. */
async function deleteDiscarded(
  { db, storage, log }: Context,
  { workspaceId, id, storageKey }: UploadClaim,
): Promise<void> {
  const noted = await db.row(sql`
    select from discarded_files where workspace_id = ${workspaceId} and storage_key = ${storageKey}`)
  if (!noted) return
  await deleteStored(storage, storageKey).catch((error: unknown) =>
    log.debug({ err: error, media_id: id }, 'the sweep deletes the file of a failed import'),
  )
}

interface FinalReason {
  readonly reason: ImportFailure | RefusedCode | 'media_quota_exceeded'
  readonly detail: string
}

/** Null for what may go differently next time. */
function finalReason(error: unknown): FinalReason | null {
  if (error instanceof ImportFailed && !error.isPassing) return { reason: error.code, detail: error.message }
  if (error instanceof Refused) return { reason: error.code, detail: error.message }
  if (error instanceof Problem && error.code === 'media_quota_exceeded')
    return { reason: 'media_quota_exceeded', detail: error.message }
  return null
}

async function reject(
  tx: Queryable,
  { config }: Context,
  { workspaceId, id }: { workspaceId: string; id: string },
  { reason, detail }: FinalReason,
): Promise<void> {
  const row = await tx.row<MediaRow>(sql`
    with done as (delete from media_imports where workspace_id = ${workspaceId} and media_id = ${id})
    update media set state = 'rejected', rejection = ${reason}, received_bytes = 0, updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${id} and state = 'waiting'
    returning ${mediaColumns}`)
  if (!row) return
  const subject = { workspaceId, mode: row.mode, subjectId: id }
  const media = mediaFacts(row, mediaBaseOf(config))
  await recordEvent(tx, {
    ...subject,
    type: 'media.rejected',
    data: { ...media, status: 'rejected', reason, detail },
  })
}

/** The problem of a failed import for the one who asked for it; other errors stay what they are. */
export function explainFailure(error: unknown, pointer: string): unknown {
  if (!(error instanceof ImportFailed || error instanceof Refused)) return explainRefusal(error)
  const { code } = error
  const detail = error instanceof ImportFailed ? error.words : error.message
  return new Problem(422, code, detail, { errors: [{ pointer, code, detail }] })
}
