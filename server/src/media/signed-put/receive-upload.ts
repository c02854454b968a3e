import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'
import { claimUpload, keepClaim, requireOpen, type UploadClaim } from '../intake/claim-upload.ts'
import { explainRefusal } from '../intake/explain-refusal.ts'
import { readIncoming, sizeMismatch } from '../intake/incoming.ts'
import { keepFile } from '../intake/keep-file.ts'
import { markReady } from '../intake/mark-ready.ts'
import { noteProgress } from '../intake/note-progress.ts'
import { releaseMedium } from '../intake/release-medium.ts'
import { stageIncoming } from '../intake/stage-incoming.ts'
import { takeUploadPlace } from '../intake/upload-limit.ts'
import { readUploadUrl, type UploadGrant } from '../intake/upload-url.ts'
import type { Media } from '../media.ts'
import { findMediaType } from '../media-type.ts'

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
  const release = takeUploadPlace(context, grant.workspaceId)
  try {
    return await receiveFor(context, upload, await claimUpload(context, grant))
  } finally {
    release()
  }
}

async function receiveFor(context: Context, upload: Upload, claim: UploadClaim): Promise<Media> {
  const incoming = readIncoming(upload.body, {
    stallMs: context.config.timings.uploadStallMs,
    mostBytes: claim.sizeBytes,
    pace: context.uploadPace,
  })
  const stopRenewing = keepClaim(context, claim, incoming.stop)
  const stopNoting = noteProgress(context, claim, incoming.received)
  try {
    upload.proceed()
    const staged = await stageIncoming(context, incoming, {
      bytes: claim.sizeBytes,
      owner: claim.workspaceId,
    })
    try {
      const kept = await keepFile(context, claim, staged)
      return await context.db.transaction((tx) => markReady(tx, context, claim, kept))
    } finally {
      await staged.discard()
    }
  } catch (error) {
    await releaseMedium(context, claim, error, 0).catch((failed: unknown) => {
      // The claim expires by itself, and the sweep clears up.
      context.log.warn({ err: failed, media_id: claim.id }, 'an upload claim was not given back')
    })
    throw explainRefusal(error)
  } finally {
    stopRenewing()
    stopNoting()
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
  if (findMediaType(upload.contentType ?? '')?.mimeType !== grant.mimeType) {
    throw new Problem(415, 'content_type_mismatch', `Send the file with Content-Type: ${grant.mimeType}.`)
  }
}
