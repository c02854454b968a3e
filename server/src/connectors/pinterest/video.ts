import { asObject, textOf } from '../../lib/json/json.ts'
import { makeMultipart } from '../../lib/safe-fetch/multipart.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type DraftMedia, Failure, type Io } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { type Access, askPinterest, callPinterest, dialect, idOf, isGone, mustSucceed } from './api.ts'
import { type RegisteredVideo, readUpload, type Upload } from './artefacts.ts'

// How long Pinterest keeps a video that no Pin shows is not documented.
const freshForMs = 12 * 3_600_000
// The storage takes nothing when its signature has expired, and does not say in advance when it does.
const uploadableForMs = 30 * 60_000

const shortestPauseMs = 2_000
const longestPauseMs = 30_000
/** About ten minutes of looking, with the pauses below. */
const mostLooks = 25

/** A video with the address of its upload; that is left out where it stays as it was. */
export interface VideoProgress {
  /** Null where it has to be registered anew. */
  readonly video: RegisteredVideo | null
  readonly upload?: Upload | null
  readonly againInMs: number
}

/** Whether a video may still be used: a registered one only for as long as its upload is likely to be taken. */
export function isFresh({ state, registeredAt }: RegisteredVideo, now: Date): boolean {
  const mostMs = state === 'registered' ? uploadableForMs : freshForMs
  return now.getTime() - Date.parse(registeredAt) < mostMs
}

/** Goes one step further with a video: registers it, uploads it, or asks whether it is processed. @throws Failure */
export async function continueVideo(
  video: RegisteredVideo | null,
  medium: DraftMedia,
  access: Access,
  io: Io,
): Promise<VideoProgress> {
  if (!video) return register(access, io)
  if (video.state !== 'registered') return follow(video, access, io)
  const { upload } = readUpload(await io.secrets())
  // The address was lost with a process that died, or is that of another video.
  if (upload?.id !== video.id) return { video: null, upload: null, againInMs: 0 }
  await send(upload, medium, io)
  return { video: { ...video, state: 'uploaded' }, upload: null, againInMs: shortestPauseMs }
}

async function register(access: Access, io: Io): Promise<VideoProgress> {
  const answer = await callPinterest({ path: '/media', json: { media_type: 'video' } }, access, io)
  const body = readObject(dialect, answer)
  const [id, url] = [idOf(body.media_id), textOf(body.upload_url)]
  const given = Object.entries(asObject(body.upload_parameters) ?? {})
  const fields = given.map(([name, value]) => [name, textOf(value)] as const)
  const whole = fields.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  if (id === null || url === null || URL.parse(url)?.protocol !== 'https:' || whole.length < fields.length)
    throw new Failure('unavailable', 'Pinterest did not say where to upload the video.')
  const registeredAt = io.now().toISOString()
  return {
    video: { id, state: 'registered', registeredAt, looks: 0 },
    upload: { id, url, fields: whole },
    againInMs: 0,
  }
}

/** Sends the file to the storage, whose signature stands in the fields before it: our token stays with Pinterest. @throws Failure */
async function send({ url, fields }: Upload, { id, mimeType, bytes }: DraftMedia, io: Io): Promise<void> {
  const stream = await io.media.open(id, null)
  const texts = fields.map(([name = '', value = '']) => ({ name, value }))
  const file = { name: 'file', fileName: 'video', mimeType, bytes: { stream, length: bytes } }
  const form = makeMultipart([...texts, file])
  // Time enough at 250 kB a second.
  const within = { timeoutMs: 120_000 + Math.ceil(bytes / 250), maxBytes: 100_000 }
  const answer = await io.fetch({ method: 'POST', url, ...form }, within)
  if (answer.status >= 200 && answer.status < 300) return
  if (isTooLarge(answer)) throw new Failure('invalid', 'Pinterest takes no video of this size.')
  throw new Failure(
    'unavailable',
    sentence('Pinterest’s storage did not take the video (status {status}).', { status: answer.status }),
  )
}

function isTooLarge({ status, text }: OutboundAnswer): boolean {
  return status === 413 || (status === 400 && text.includes('EntityTooLarge'))
}

/** Asks how far a video is, less and less often. @throws Failure where it cannot be read, or takes too long */
async function follow(video: RegisteredVideo, access: Access, io: Io): Promise<VideoProgress> {
  const answer = await askPinterest({ path: `/media/${encodeURIComponent(video.id)}` }, access, io)
  if (isGone(answer)) return { video: null, upload: null, againInMs: longestPauseMs }
  const { status } = readObject(dialect, mustSucceed(answer, access.token, io))
  switch (status) {
    case 'succeeded':
      return { video: { ...video, state: 'ready' }, againInMs: 0 }
    case 'failed':
      throw new Failure('invalid', 'Pinterest could not process the video.', { platformCode: 'failed' })
    case 'registered':
    case 'processing': {
      if (video.looks >= mostLooks)
        throw new Failure('unavailable', 'Pinterest has been processing the video for too long.')
      const againInMs = Math.min(longestPauseMs, Math.round(shortestPauseMs * 1.3 ** video.looks))
      return { video: { ...video, looks: video.looks + 1 }, againInMs }
    }
    default:
      throw new Failure('unavailable', 'Pinterest does not say how far it is with the video.')
  }
}
