import type { Context } from '../../context.ts'
import { isDatabaseAway, sql } from '../../db/database.ts'
import { StorageUnavailable } from '../../storage/storage.ts'
import { recordEvent } from '../../webhooks/record-event.ts'
import { type MediaRow, mediaColumns, mediaFacts } from '../media.ts'
import { Refused } from '../probe/probed.ts'
import { mediaBaseOf } from '../public-url.ts'
import { deleteStored, discardStored } from '../stored-files.ts'
import type { UploadClaim } from './claim-upload.ts'

/** Frees the medium for another try, for which so many bytes are still here. When the answer to the COMMIT was lost, the files may be in use, so they
 * stay. Files that cannot be deleted now are left to the sweep. */
export async function releaseMedium(
  context: Context,
  claim: UploadClaim,
  error: unknown,
  receivedBytes: number,
): Promise<void> {
  if (isDatabaseAway(error)) return
  const areDeleted = await deleteStored(context.storage, claim.storageKey).then(
    () => true,
    () => false,
  )
  await context.db.transaction(async (tx) => {
    // A bucket may still carry out a call whose answer did not come.
    if (!areDeleted || error instanceof StorageUnavailable)
      await discardStored(tx, claim.workspaceId, claim.storageKey)
    const row = await tx.row<MediaRow>(sql`
      update media set state = 'waiting', storage_key = null, receiving_until = null, received_bytes = ${receivedBytes},
        rejection = coalesce(${error instanceof Refused ? error.code : null}, rejection), updated_at = clock_timestamp()
      where workspace_id = ${claim.workspaceId} and id = ${claim.id} and state = 'receiving'
        and storage_key = ${claim.storageKey}
      returning ${mediaColumns}`)
    if (!row || !(error instanceof Refused)) return
    const media = mediaFacts(row, mediaBaseOf(context.config))
    await recordEvent(tx, {
      workspaceId: row.workspace_id,
      mode: row.mode,
      type: 'media.rejected',
      subjectId: row.id,
      data: { ...media, status: 'waiting', reason: error.code, detail: error.message },
    })
  })
}
