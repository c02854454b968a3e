import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { sentence } from '../../lib/text/sentence.ts'
import {
  type DraftMedia,
  Failure,
  type FetchLimits,
  type FittedImage,
  type Io,
  type Step,
} from '../connector.ts'
import type { ApiFile } from '../kit/json-api.ts'
import { fitUpload } from '../kit/media/fit-upload.ts'
import { openAccess, secretOf } from './access.ts'
import { errorCode, failureOf, toRequest, unavailable } from './api.ts'
import type { UploadedMedium } from './artefacts.ts'
import { maxSideOf, readSettings, thumbMaxBytes } from './settings.ts'

const imageTypes = ['image/jpeg', 'image/png', 'image/webp']
const thumbMaxSide = 1200

/** Uploads one picture or the video of a post. @throws Failure */
export async function uploadMedium(step: Step, medium: DraftMedia, io: Io): Promise<UploadedMedium> {
  return medium.kind === 'video' ? uploadVideo(step, medium, io) : uploadImage(step, medium, io)
}

async function uploadImage(step: Step, medium: DraftMedia, io: Io): Promise<UploadedMedium> {
  const { imageMaxBytes } = readSettings(step.account)
  const maxSide = maxSideOf(imageMaxBytes)
  const { blob, fitted } = await uploadFitting(step, imageMaxBytes, io, (maxBytes) =>
    io.media.fitImage(medium.id, { maxBytes, maxSide, types: imageTypes }),
  )
  const { width, height } = fitted
  return { mediaId: medium.id, blob, width, height, uploadedAt: io.now().toISOString() }
}

/** The picture of a link card; null when it is none that can be shown. @throws Failure when the server cannot take it now */
export async function uploadThumb(step: Step, bytes: Uint8Array, io: Io): Promise<JsonObject | null> {
  const most = Math.min(thumbMaxBytes, readSettings(step.account).imageMaxBytes)
  try {
    const { blob } = await uploadFitting(step, most, io, (maxBytes) =>
      io.media.fitBytes(bytes, { maxBytes, maxSide: thumbMaxSide, types: imageTypes }),
    )
    return blob
  } catch (error) {
    if (error instanceof Failure && error.kind === 'invalid') return null
    throw error
  }
}

/** Uploads a picture, and a smaller one where the server takes less than it says or is of an older kind. */
async function uploadFitting(
  step: Step,
  mostBytes: number,
  io: Io,
  shrink: (maxBytes: number) => Promise<FittedImage>,
): Promise<{ blob: JsonObject; fitted: FittedImage }> {
  const send = ({ bytes, mimeType }: FittedImage) =>
    sendBlob(step, { bytes, size: bytes.length, mimeType }, io)
  const { answer, fitted } = await fitUpload({ mostBytes, shrink, send, isTooLarge })
  return { blob: readBlob(answer, fitted.bytes.length, io), fitted }
}

function isTooLarge(answer: OutboundAnswer): boolean {
  return answer.status === 413 || errorCode(answer) === 'BlobTooLarge'
}

/**
 * Streams the file to the server as it is. The session is tried first: a refusal that comes while a file is still on its
 * way may get lost with the connection.
 */
async function uploadVideo(step: Step, medium: DraftMedia, io: Io): Promise<UploadedMedium> {
  const { service } = readSettings(step.account)
  await tryAccess(service, io)
  const bytes = await io.media.open(medium.id, null)
  const { bytes: size, mimeType, width, height } = medium
  const answer = await sendBlob(step, { bytes, size, mimeType }, io, withinTimeOf(size))
  const blob = readBlob(answer, size, io)
  if (blob.mimeType !== mimeType) {
    const text = sentence('The Bluesky server takes this video for {type}, not for MP4.', {
      type: textOf(blob.mimeType) ?? 'something else',
    })
    throw new Failure('invalid', text)
  }
  return { mediaId: medium.id, blob, width, height, uploadedAt: io.now().toISOString() }
}

async function tryAccess(service: string, io: Io): Promise<void> {
  const access = await openAccess(io)
  const answer = await access.fetch(toRequest({ service, method: 'com.atproto.server.getSession' }))
  if (answer.status !== 200) throw failureOf(answer, io.now(), [access.secret]) ?? unavailable(answer)
}

// Time enough at 250 kB a second: every server has a faster line.
function withinTimeOf(size: number): FetchLimits {
  return { timeoutMs: 120_000 + Math.ceil(size / 250), maxBytes: 1_000_000 }
}

async function sendBlob(step: Step, blob: ApiFile, io: Io, within?: FetchLimits): Promise<OutboundAnswer> {
  const { service } = readSettings(step.account)
  const access = await openAccess(io)
  return access.fetch(toRequest({ service, method: 'com.atproto.repo.uploadBlob', blob }), within)
}

/** The stored blob, as a record refers to it. @throws Failure */
function readBlob(answer: OutboundAnswer, bytes: number, io: Io): JsonObject {
  if (answer.status !== 200)
    throw failureOf(answer, io.now(), [secretOf(io.credentials)]) ?? unavailable(answer)
  const { ref, mimeType, size } = asObject(asObject(answer.json)?.blob) ?? {}
  if (textOf(asObject(ref)?.$link) === null || size !== bytes)
    throw new Failure('unavailable', 'The Bluesky server did not store a medium whole.')
  return { $type: 'blob', ref: ref ?? null, mimeType: mimeType ?? null, size }
}
