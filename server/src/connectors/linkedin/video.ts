import { asObject, isArray, type Json, textOf } from '../../lib/json/json.ts'
import type { DraftMedia, Io, Step } from '../connector.ts'
import { callLinkedin, dialect, mustSucceed } from './api.ts'
import { readVideoUpload, type Uploaded, type VideoUpload, writeVideoUpload } from './artefacts.ts'
import { initialize, sendBytes, unclear } from './upload.ts'

/** A video with its upload, whose addresses are sealed; null once they are of no use. */
export interface VideoProgress {
  readonly uploaded: Uploaded | null
  readonly upload: VideoUpload | null
}

/** Begins the upload of a video: LinkedIn names an address for each range of its bytes. @throws Failure */
export async function beginVideo(
  step: Step,
  medium: DraftMedia,
  token: string,
  io: Io,
): Promise<VideoProgress> {
  const more = { fileSizeBytes: medium.bytes, uploadCaptions: false, uploadThumbnail: false }
  const body = await initialize(step, 'video', more, token, io)
  const urn = textOf(body.video)
  const parts = isArray(body.uploadInstructions) ? body.uploadInstructions.map(readPart) : []
  const whole = parts.filter((part) => part !== null)
  if (urn === null || whole.length < parts.length || !isGapless(whole, medium.bytes)) throw unclear()
  const uploadedAt = io.now().toISOString()
  return {
    uploaded: { mediaId: medium.id, urn, state: 'uploading', uploadedAt, receipts: [] },
    upload: { token: textOf(body.uploadToken) ?? '', parts: whole },
  }
}

function readPart(instruction: Json): VideoUpload['parts'][number] | null {
  const part = asObject(instruction)
  const url = textOf(part?.uploadUrl)
  const [first, last] = [Number(part?.firstByte), Number(part?.lastByte)]
  return url !== null && Number.isSafeInteger(first) && Number.isSafeInteger(last)
    ? { url, first, last }
    : null
}

function isGapless(parts: VideoUpload['parts'], bytes: number): boolean {
  let next = 0
  for (const { first, last } of parts) {
    if (first !== next || last < first) return false
    next = last + 1
  }
  return next === bytes
}

/**
 * Goes one step further with a video: the next part to its own address, or the end of the upload, which names the receipts
 * of all parts. It begins again where the addresses are lost or have expired. @throws Failure
 */
export async function continueVideo(
  uploaded: Uploaded,
  medium: DraftMedia,
  token: string,
  io: Io,
): Promise<VideoProgress> {
  const upload = readVideoUpload(await io.secrets())
  const part = upload.parts[uploaded.receipts.length]
  if (upload.parts.length === 0) return { uploaded: null, upload: null }
  if (!part) return { uploaded: await finalize(uploaded, upload, token, io), upload: null }
  const bytes = await io.media.open(medium.id, { start: part.first, end: part.last + 1 })
  const file = { bytes, size: part.last + 1 - part.first, mimeType: 'application/octet-stream' }
  const answer = await sendBytes(part.url, file, token, io)
  if (dialect.code(answer) === 'EXPIRED_UPLOAD_URL') return { uploaded: null, upload: null }
  const receipt = mustSucceed(answer, token, io).headers.etag ?? ''
  if (receipt === '') throw unclear()
  return { uploaded: { ...uploaded, receipts: [...uploaded.receipts, receipt] }, upload }
}

async function finalize(
  uploaded: Uploaded,
  { token: uploadToken }: VideoUpload,
  token: string,
  io: Io,
): Promise<Uploaded> {
  const { urn: video, receipts: uploadedPartIds } = uploaded
  const json = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } }
  await callLinkedin({ path: '/rest/videos?action=finalizeUpload', json }, token, io)
  return { ...uploaded, state: 'processing', receipts: [] }
}

/** The secrets to seal with a step of a video; those of an upload that is over are forgotten. */
export function secretsOf({ upload }: VideoProgress) {
  return upload ? writeVideoUpload(upload) : {}
}
