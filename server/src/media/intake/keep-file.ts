import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { lengthOf, readPieces } from '../../lib/containers/pieces.ts'
import type { Piece } from '../../lib/containers/scan.ts'
import { giveChunkAway } from '../../storage/given-chunks.ts'
import type { StagedFile } from '../../storage/storage.ts'
import { quoted } from '../convert/run-engine.ts'
import { findMediaType, type MediaType } from '../media-type.ts'
import { type Probed, Refused, type RefusedCode } from '../probe/probed.ts'
import { cleanedKeyOf } from '../stored-files.ts'
import type { UploadClaim } from './claim-upload.ts'
import { sizeMismatch } from './incoming.ts'

/** A file that was examined and lies under the key of its claim. `markReady` makes it a medium. */
export interface KeptFile {
  readonly probed: Probed
  readonly sha256: Buffer
  readonly servedBytes: number
}

/**
 * Examines a file, however it came in, and keeps it under the key of its claim, with its cleaned copy if it needs one.
 * @throws Refused for its content or its hash; Problem 422 `size_mismatch`, 429, 503; StorageFull, StorageUnavailable
 */
export async function keepFile(context: Context, claim: UploadClaim, staged: StagedFile): Promise<KeptFile> {
  const type = findMediaType(claim.mimeType)
  if (!type || staged.bytes !== claim.sizeBytes) throw sizeMismatch(claim.sizeBytes, String(staged.bytes))
  const probed = await examine(context, claim, staged, type).catch(async (error: unknown) => {
    throw error instanceof Refused ? await explain(context, claim, error) : error
  })
  const cleaned = probed.cleaned && (await stageCleaned(context, claim, staged.path, probed.cleaned))
  try {
    await staged.keep(claim.storageKey)
    await cleaned?.keep(cleanedKeyOf(claim.storageKey))
    return { probed, sha256: staged.sha256, servedBytes: cleaned?.bytes ?? staged.bytes }
  } finally {
    await cleaned?.discard()
  }
}

async function examine(
  context: Context,
  { workspaceId, sha256 }: UploadClaim,
  staged: StagedFile,
  type: MediaType,
): Promise<Probed> {
  if (sha256 !== null && !sha256.equals(staged.sha256))
    throw new Refused('media_hash_mismatch', mismatch(staged.sha256))
  return context.mediaReader.probe(workspaceId, staged.path, type.mimeType)
}

const cures: Readonly<Record<RefusedCode, string>> = {
  media_damaged: 'Export it again, and upload the new file.',
  media_hash_mismatch: 'Send it again.',
  media_too_complex: 'Export it again, with fewer pixels or in a simpler format.',
  media_too_large: 'Make it smaller.',
  media_type_mismatch: 'Announce the type that it really has, or upload another file.',
}

/** The refusal of a file by its name, with what to do: a person may have sent many. */
async function explain(
  { db }: Context,
  { workspaceId, id }: UploadClaim,
  refused: Refused,
): Promise<Refused> {
  const row = await db.row<{ name: string }>(sql`
    select name from media where workspace_id = ${workspaceId} and id = ${id}`)
  const { code } = refused
  const rule = `${refused.message} ${cures[code]}`
  return new Refused(code, `${quoted(row?.name ?? 'The file')} is refused. ${rule}`, rule)
}

function mismatch(found: Buffer): string {
  return `The bytes that came are not those that were announced: their SHA-256 is ${found.toString('hex')}.`
}

function stageCleaned(
  { storage }: Context,
  { workspaceId }: UploadClaim,
  path: string,
  pieces: readonly Piece[],
): Promise<StagedFile> {
  return storage.stage(readFor(path, pieces), { bytes: lengthOf(pieces), owner: workspaceId })
}

/** Gives away the memory of what was read of the file: nobody else has seen it. */
async function* readFor(path: string, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for await (const chunk of readPieces(path, pieces)) {
    if (!pieces.includes(chunk)) giveChunkAway(chunk)
    yield chunk
  }
}
