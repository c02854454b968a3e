import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { claimUpload, keepClaim, type UploadClaim } from '../intake/claim-upload.ts'
import { explainRefusal } from '../intake/explain-refusal.ts'
import { type KeptFile, keepFile } from '../intake/keep-file.ts'
import { markReady } from '../intake/mark-ready.ts'
import { releaseMedium } from '../intake/release-medium.ts'
import type { UploadGrant } from '../intake/upload-url.ts'
import type { Media } from '../media.ts'
import { Refused } from '../probe/probed.ts'
import { dropPartial } from '../stored-files.ts'
import { examining } from './upload-lock.ts'

/**
 * Examines an upload of which all bytes are there, as every upload. One that is refused begins again at its first byte; any other
 * error leaves the bytes where they are, and the examination is done again when somebody asks.
 * @throws Problem 409, 410, 422, 423, 429, 503, 507; StorageUnavailable
 */
export async function finishResumable(
  context: Context,
  grant: UploadGrant,
  partialKey: string,
): Promise<Media> {
  await noteComplete(context, grant)
  const claim = await claimComplete(context, grant)
  // A claim that is lost cannot be made ready.
  const stopRenewing = keepClaim(context, claim, () => undefined)
  try {
    const kept = await examine(context, claim, partialKey)
    const media = await context.db.transaction(async (tx) => {
      await tx.run(sql`
        delete from resumable_uploads where workspace_id = ${grant.workspaceId} and media_id = ${grant.id}`)
      return markReady(tx, context, claim, kept)
    })
    await dropPartial(context, partialKey)
    return media
  } catch (error) {
    if (error instanceof Refused) await forget(context, grant, partialKey)
    const kept = error instanceof Refused ? 0 : grant.sizeBytes
    await releaseMedium(context, claim, error, kept).catch((failed: unknown) => {
      // The claim expires by itself, and the sweep clears up.
      context.log.warn({ err: failed, media_id: claim.id }, 'an upload claim was not given back')
    })
    throw explainRefusal(error)
  } finally {
    stopRenewing()
  }
}

/** Notes that all bytes are there, so that the examination does not depend on the client, and when it was tried last. */
async function noteComplete({ db }: Context, { workspaceId, id }: UploadGrant): Promise<void> {
  await db.run(sql`
    update resumable_uploads set complete_at = clock_timestamp()
    where workspace_id = ${workspaceId} and media_id = ${id}`)
}

async function claimComplete(context: Context, grant: UploadGrant): Promise<UploadClaim> {
  try {
    return await claimUpload(context, grant)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'upload_in_progress') throw error
    throw examining()
  }
}

async function examine(context: Context, claim: UploadClaim, partialKey: string): Promise<KeptFile> {
  const expected = { bytes: claim.sizeBytes, owner: claim.workspaceId }
  const staged = await context.storage.partials.join(partialKey, expected)
  try {
    return await keepFile(context, claim, staged)
  } finally {
    await staged.discard()
  }
}

async function forget(context: Context, { workspaceId, id }: UploadGrant, partialKey: string): Promise<void> {
  await dropPartial(context, partialKey)
  await context.db.run(sql`
    update resumable_uploads set complete_at = null where workspace_id = ${workspaceId} and media_id = ${id}`)
}
