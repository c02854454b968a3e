import type { Context } from '../../context.ts'
import { lengthOf, readPieces } from '../../lib/containers/pieces.ts'
import type { Piece } from '../../lib/containers/scan.ts'
import type { StagedFile } from '../../storage/storage.ts'
import type { UploadClaim } from '../claim-upload.ts'
import { sizeMismatch } from '../incoming.ts'
import { findMediaType } from '../media-type.ts'
import type { Probed } from '../probed.ts'
import { cleanedKeyOf } from '../stored-files.ts'

/** A file that was examined and lies under the key of its claim. `markReady` makes it a medium. */
export interface KeptFile {
  readonly probed: Probed
  readonly sha256: Buffer
  readonly servedBytes: number
}

/**
 * Examines a file, however it came in, and keeps it under the key of its claim, with its cleaned copy if it needs one.
 * @throws Refused for its content; Problem 422 `size_mismatch`, 429, 503; StorageFull, StorageUnavailable
 */
export async function keepFile(context: Context, claim: UploadClaim, staged: StagedFile): Promise<KeptFile> {
  const type = findMediaType(claim.mimeType)
  if (!type || staged.bytes !== claim.sizeBytes) throw sizeMismatch(claim.sizeBytes, String(staged.bytes))
  const probed = await context.mediaReader.probe(claim.workspaceId, staged.path, type.mimeType)
  const cleaned = probed.cleaned && (await stageCleaned(context, claim, staged.path, probed.cleaned))
  try {
    await staged.keep(claim.storageKey)
    await cleaned?.keep(cleanedKeyOf(claim.storageKey))
    return { probed, sha256: staged.sha256, servedBytes: cleaned?.bytes ?? staged.bytes }
  } finally {
    await cleaned?.discard()
  }
}

function stageCleaned(
  { storage }: Context,
  { workspaceId }: UploadClaim,
  path: string,
  pieces: readonly Piece[],
): Promise<StagedFile> {
  return storage.stage(readPieces(path, pieces), { bytes: lengthOf(pieces), owner: workspaceId })
}
