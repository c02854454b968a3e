import type { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import { isDatabaseAway, type Queryable, sql } from '../db/database.ts'
import { lengthOf, readPieces } from '../lib/containers/pieces.ts'
import type { Piece } from '../lib/containers/scan.ts'
import { Problem } from '../lib/problem.ts'
import { type StagedFile, StorageFull } from '../storage/storage.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import { claimUpload, keepClaim, requireOpen, type UploadClaim } from './claim-upload.ts'
import { type Incoming, readIncoming, sizeMismatch } from './incoming.ts'
import { type Media, type MediaRow, mediaColumns, mediaFacts, toMedia } from './media.ts'
import { bareType, findMediaType } from './media-type.ts'
import { type Probed, Refused } from './probed.ts'
import { storeFacts } from './stored-facts.ts'
import { cleanedKeyOf, deleteStored, discardStored } from './stored-files.ts'
import { takeUploadPlace } from './upload-places.ts'
import { readUploadUrl, type UploadGrant } from './upload-url.ts'

/** A PUT to an upload URL. */
export interface Upload {
  /** From the URL. */
  readonly id: string
  readonly query: URLSearchParams
  /** As sent; null when it was not. */
  readonly contentType: string | null
  readonly contentLength: string | null
  readonly body: Readable
  /** Lets the body come in; called once, after every check that needs no body. */
  readonly proceed: () => void
}

/**
 * Receives a file once: it must be whole, decodable, and of the announced size and type. An upload that is refused or
 * breaks off leaves nothing and may be repeated until its URL expires.
 * @throws Problem 403 `upload_url_invalid`, 408, 409, 410, 415, 422, 429, 503, 507; StorageUnavailable
 */
export async function receiveUpload(context: Context, upload: Upload): Promise<Media> {
  const grant = readGrant(context, upload.id, upload.query)
  requireAnnounced(upload, grant)
  const leave = takeUploadPlace(context, grant.workspaceId)
  try {
    return await receiveFor(context, upload, await claimUpload(context, grant))
  } finally {
    leave()
  }
}

async function receiveFor(context: Context, upload: Upload, claim: UploadClaim): Promise<Media> {
  const incoming = readIncoming(upload.body, {
    stallMs: context.config.timings.uploadStallMs,
    mostBytes: claim.sizeBytes,
  })
  const stopRenewing = keepClaim(context, claim, incoming.stop)
  try {
    upload.proceed()
    const staged = await stageIncoming(context, incoming, claim)
    try {
      return await acceptFile(context, claim, staged, incoming.digest())
    } finally {
      await staged.discard()
    }
  } catch (error) {
    await releaseMedium(context, claim, error).catch((failed: unknown) => {
      // The claim expires by itself, and the sweep clears up.
      context.log.warn({ err: failed, media_id: claim.id }, 'an upload claim was not given back')
    })
    throw explainRefusal(error)
  } finally {
    stopRenewing()
  }
}

/** Stores the body. A disk that takes nothing is not waited for; what it has stored late is discarded. */
async function stageIncoming(
  { storage, log }: Context,
  incoming: Incoming,
  claim: UploadClaim,
): Promise<StagedFile> {
  const staging = storage.stage(incoming.chunks, { bytes: claim.sizeBytes, owner: claim.workspaceId })
  try {
    return await Promise.race([staging, incoming.heldUp])
  } catch (error) {
    staging
      .then((staged) => staged.discard())
      .catch((failed: unknown) => log.debug({ err: failed, media_id: claim.id }, 'an upload was not stored'))
    throw error
  }
}

/**
 * Says whether a PUT to this URL could be accepted now.
 * @throws Problem 403, 404, 409, 410, as the PUT would
 */
export async function checkUploadUrl(
  context: Context,
  id: string,
  query: URLSearchParams,
): Promise<UploadGrant> {
  const grant = readGrant(context, id, query)
  await requireOpen(context, grant)
  return grant
}

function readGrant(context: Context, id: string, query: URLSearchParams): UploadGrant {
  const grant = readUploadUrl(id, query, context.secretKeys)
  if (grant) return grant
  throw new Problem(
    403,
    'upload_url_invalid',
    'The signature of this upload URL is not valid. Use the URL unchanged, as Crier issued it.',
  )
}

function requireAnnounced(upload: Upload, grant: UploadGrant): void {
  // A chunked body says no length; it is counted while it comes in.
  if (upload.contentLength !== null && upload.contentLength !== String(grant.sizeBytes))
    throw sizeMismatch(grant.sizeBytes, upload.contentLength.slice(0, 20))
  if (bareType(upload.contentType ?? '') !== grant.mimeType) {
    throw new Problem(415, 'content_type_mismatch', `Send the file with Content-Type: ${grant.mimeType}.`)
  }
}

async function acceptFile(
  context: Context,
  claim: UploadClaim,
  staged: StagedFile,
  sha256: Buffer,
): Promise<Media> {
  const type = findMediaType(claim.mimeType)
  if (!type || staged.bytes !== claim.sizeBytes) throw sizeMismatch(claim.sizeBytes, String(staged.bytes))
  const probed = await context.mediaReader.probe(claim.workspaceId, staged.path, type.mimeType)
  const cleaned = probed.cleaned && (await stageCleaned(context, claim, staged.path, probed.cleaned))
  try {
    await staged.keep(claim.storageKey)
    await cleaned?.keep(cleanedKeyOf(claim.storageKey))
    const servedBytes = cleaned?.bytes ?? staged.bytes
    return await context.db.transaction((tx) =>
      markReady(tx, context, claim, { probed, sha256, servedBytes }),
    )
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

interface Accepted {
  probed: Probed
  sha256: Buffer
  servedBytes: number
}

async function markReady(
  tx: Queryable,
  context: Context,
  claim: UploadClaim,
  found: Accepted,
): Promise<Media> {
  const { kind, width, height, durationMs, facts, cleaned } = found.probed
  const row = await tx.row<MediaRow>(sql`
    update media set state = 'ready', receiving_until = null, rejection = null, kind = ${kind}, width = ${width},
      height = ${height}, duration_ms = ${durationMs}, facts = ${JSON.stringify(storeFacts(facts))}::jsonb,
      sha256 = ${found.sha256}, served_bytes = ${found.servedBytes},
      cleaned_key = ${cleaned && cleanedKeyOf(claim.storageKey)}, updated_at = clock_timestamp()
    where workspace_id = ${claim.workspaceId} and id = ${claim.id} and state = 'receiving'
      and storage_key = ${claim.storageKey} and upload_expires_at > clock_timestamp()
    returning ${mediaColumns}`)
  if (!row)
    throw new Problem(
      410,
      'upload_expired',
      'This upload URL expired before the upload ended. Request a new one.',
    )
  const { publicUrl } = context.config
  const data = { ...mediaFacts(row, publicUrl), status: 'ready' } as const
  const subject = { workspaceId: row.workspace_id, mode: row.mode, subjectId: row.id }
  await recordEvent(tx, { ...subject, type: 'media.ready', version: 1, data })
  return toMedia(row, publicUrl)
}

/** Frees the medium for another try. When the answer to the COMMIT was lost, the files may be in use, so they
 * stay. Files that cannot be deleted now are left to the sweep. */
async function releaseMedium(context: Context, claim: UploadClaim, error: unknown): Promise<void> {
  if (isDatabaseAway(error)) return
  const areDeleted = await deleteStored(context.storage, claim.storageKey).then(
    () => true,
    () => false,
  )
  await context.db.transaction(async (tx) => {
    if (!areDeleted) await discardStored(tx, claim.workspaceId, claim.storageKey)
    const row = await tx.row<MediaRow>(sql`
      update media set state = 'waiting', storage_key = null, receiving_until = null,
        rejection = coalesce(${error instanceof Refused ? error.code : null}, rejection), updated_at = clock_timestamp()
      where workspace_id = ${claim.workspaceId} and id = ${claim.id} and state = 'receiving'
        and storage_key = ${claim.storageKey}
      returning ${mediaColumns}`)
    if (!row || !(error instanceof Refused)) return
    const media = mediaFacts(row, context.config.publicUrl)
    await recordEvent(tx, {
      workspaceId: row.workspace_id,
      mode: row.mode,
      type: 'media.rejected',
      subjectId: row.id,
      data: { ...media, status: 'waiting', reason: error.code, detail: error.message },
    })
  })
}

function explainRefusal(error: unknown): unknown {
  if (error instanceof Refused) return new Problem(422, error.code, error.message)
  if (!(error instanceof StorageFull)) return error
  return new Problem(
    507,
    'storage_full',
    'The server has no room for this file at the moment. Try again later.',
    {
      retryAfterSeconds: 60,
    },
  )
}
