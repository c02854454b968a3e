import { isValidDid } from '@atproto/syntax'
import type { JsonObject } from '../../lib/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import {
  type DraftMedia,
  Failure,
  type FittedImage,
  type Io,
  type Prepared,
  type Step,
} from '../connector.ts'
import { asObject, errorCode, failureOf, textOf, toRequest, unavailable } from './api.ts'
import { findHandles } from './facets.ts'
import { type Artefacts, readArtefacts, type UploadedImage, wordsOf, writeArtefacts } from './record.ts'
import { oldImageMaxBytes, readSession, readSettings } from './settings.ts'
import { makeTid, readTidTime } from './tid.ts'

// The server drops what no post refers to after a while; how long it does not say.
const freshForMs = 30 * 60_000
const timelyForMs = 10 * 60_000
// Below this a picture is no longer worth looking at.
const leastImageBytes = 100_000
const maxSide = 4000
const oldMaxSide = 2000

/**
 * Fixes the post's key and time, finds out who is mentioned, and uploads one picture; asks to be called again at once
 * while there are more, so that each is stored as soon as it is there. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const stored = readArtefacts(step.artefacts)
  const begun = stored ? renew(stored, step, io.now()) : await begin(step, io)
  const next = step.draft.media[begun.images.length]
  if (!next) return { outcome: 'ready', artefacts: writeArtefacts(begun) }
  const images = [...begun.images, await uploadImage(step, next, io)]
  const artefacts = writeArtefacts({ ...begun, images })
  return images.length === step.draft.media.length
    ? { outcome: 'ready', artefacts }
    : { outcome: 'pending', artefacts, againInMs: 0 }
}

async function begin(step: Step, io: Io): Promise<Artefacts> {
  const at = chooseTime(step, io.now())
  const dids = await resolveHandles(findHandles(wordsOf(step)), step, io)
  return { rkey: makeTid(at, step.key), createdAt: at.toISOString(), dids, images: [] }
}

/** Never before it is due; and as readers sort a thread by these times, after what it answers. */
function chooseTime({ dueAt, replyTo }: Step, now: Date): Date {
  const parentTime = readTidTime(replyTo?.parent.remoteId.split('/').at(-1) ?? '')
  return new Date(Math.max(now.getTime(), dueAt.getTime(), parentTime === null ? 0 : parentTime + 1))
}

/**
 * After a long wait, such as a hold, the post would be sorted into the past and its pictures may be gone. The key stays:
 * whatever was sent before stands at it, and cannot be made twice.
 */
function renew(stored: Artefacts, step: Step, now: Date): Artefacts {
  const at = chooseTime(step, now)
  const isLate = at.getTime() - Date.parse(stored.createdAt) > timelyForMs
  const isFresh = (image: UploadedImage, index: number) =>
    image.mediaId === step.draft.media[index]?.id && now.getTime() - Date.parse(image.uploadedAt) < freshForMs
  return {
    ...stored,
    createdAt: isLate ? at.toISOString() : stored.createdAt,
    images: stored.images.every(isFresh) ? stored.images : [],
  }
}

async function resolveHandles(handles: string[], step: Step, io: Io): Promise<Record<string, string>> {
  const { service } = readSettings(step.account)
  const dids: Record<string, string> = {}
  for (const handle of handles) {
    const method = 'com.atproto.identity.resolveHandle'
    const answer = await io.fetch(toRequest({ service, method, query: { handle } }))
    const did = answer.status === 200 ? textOf(asObject(answer.json)?.did) : null
    if (isValidDid(did)) dids[handle] = did
    else if (isTemporary(answer)) throw failureOf(answer, io.now(), []) ?? unavailable(answer)
  }
  return dids
}

// Everything else, a directory that does not answer included, means: nobody of that name as far as this server can
// tell, and the words stay plain text.
function isTemporary({ status }: OutboundAnswer): boolean {
  return status === 429 || status === 500 || status === 503
}

async function uploadImage(step: Step, medium: DraftMedia, io: Io): Promise<UploadedImage> {
  const { service, imageMaxBytes } = readSettings(step.account)
  const { accessJwt: token } = readSession(io.credentials)
  const side = imageMaxBytes > oldImageMaxBytes ? maxSide : oldMaxSide
  for (let maxBytes = imageMaxBytes; ; maxBytes = Math.floor(maxBytes / 2)) {
    const types = ['image/jpeg', 'image/png', 'image/webp']
    const fitted = await io.media.fitImage(medium.id, { maxBytes, maxSide: side, types })
    const blob = { bytes: fitted.bytes, mimeType: fitted.mimeType }
    const answer = await io.fetch(toRequest({ service, method: 'com.atproto.repo.uploadBlob', blob, token }))
    if (answer.status === 200) return readUploaded(answer, medium, fitted, io.now())
    const failure = failureOf(answer, io.now(), [token]) ?? unavailable(answer)
    // A server may take less than it says, or be of an older kind.
    if (!isTooLarge(answer) || maxBytes / 2 < leastImageBytes) throw failure
  }
}

function isTooLarge(answer: OutboundAnswer): boolean {
  return answer.status === 413 || errorCode(answer) === 'BlobTooLarge'
}

function readUploaded(
  answer: OutboundAnswer,
  medium: DraftMedia,
  fitted: FittedImage,
  now: Date,
): UploadedImage {
  const blob = asObject(asObject(answer.json)?.blob)
  if (!blob || textOf(asObject(blob.ref)?.$link) === null || blob.size !== fitted.bytes.length) {
    throw new Failure('unavailable', 'The Bluesky server did not store a picture whole.')
  }
  return {
    mediaId: medium.id,
    blob: pickBlob(blob),
    width: fitted.width,
    height: fitted.height,
    uploadedAt: now.toISOString(),
  }
}

function pickBlob({ ref, mimeType, size }: JsonObject): JsonObject {
  return { $type: 'blob', ref: ref ?? null, mimeType: mimeType ?? null, size: size ?? null }
}
