import { textOf } from '../../lib/json/json.ts'
import { Failure, type Io, type Step } from '../connector.ts'
import { makeRequest, makeUnavailable } from '../kit/json-api.ts'
import { callTiktok, dialect, origin } from './api.ts'
import type { FileToSend, Interaction } from './artefacts.ts'
import { planChunks, readReceived, startOfLast } from './chunks.ts'
import { readChoices } from './options.ts'
import { describeVideo } from './post-info.ts'

/** An upload that was begun: nothing can be public before its last byte has arrived. */
export interface BegunUpload {
  readonly publishId: string
  /** Gives access to the upload, for an hour. */
  readonly address: URL
}

/**
 * Begins the upload of a video, as a post or as a draft. TikTok judges the words and choices of a post here, before any byte; a
 * draft has none. Source: developers.tiktok.com/doc/content-posting-api-reference-direct-post and …-upload-video, 6 calls a minute.
 * @throws Failure
 */
export async function beginUpload(
  { draft }: Step,
  { bytes }: FileToSend,
  off: readonly Interaction[],
  token: string,
  io: Io,
): Promise<BegunUpload> {
  const { chunkBytes, count } = planChunks(bytes)
  const source = {
    source: 'FILE_UPLOAD',
    video_size: bytes,
    chunk_size: chunkBytes,
    total_chunk_count: count,
  }
  const isDraft = readChoices(draft).draft
  const path = isDraft ? '/v2/post/publish/inbox/video/init/' : '/v2/post/publish/video/init/'
  const words = isDraft ? {} : { post_info: describeVideo(draft, off) }
  const data = await callTiktok({ path, json: { ...words, source_info: source } }, token, io)
  const publishId = publishIdOf(data.publish_id)
  const address = URL.parse(textOf(data.upload_url) ?? '')
  const isTiktok = address?.protocol === 'https:' && address.hostname.endsWith('.tiktokapis.com')
  if (publishId !== null && address && isTiktok) return { publishId, address }
  throw new Failure('unavailable', 'TikTok did not say where to send the video.')
}

/** An id of up to 64 letters, such as `v_pub_file~v2-1.123456789`; null for anything else. */
export function publishIdOf(json: Parameters<typeof textOf>[0]): string | null {
  const id = textOf(json)
  return id !== null && /^[\w.~-]{1,64}$/.test(id) ? id : null
}

/**
 * Sends the chunk that begins at `start` and is not the last. Answers how many bytes TikTok has then; null where it no longer
 * knows the upload. Chunks come in order, so one that has arrived before is refused with the place to go on at.
 * @throws Failure
 */
export async function sendChunk(
  address: string,
  { mediaId, mimeType, bytes }: FileToSend,
  start: number,
  io: Io,
): Promise<number | null> {
  const end = start + planChunks(bytes).chunkBytes
  const file = { bytes: await io.media.open(mediaId, { start, end }), size: end - start, mimeType }
  const headers = { 'content-range': `bytes ${start}-${end - 1}/${bytes}` }
  const answer = await io.fetch(makeRequest(origin, { method: 'PUT', path: address, headers, file }))
  if (answer.status === 206) return Math.min(end, startOfLast(bytes))
  if (answer.status === 403 || answer.status === 404) return null
  const received = answer.status === 416 ? readReceived(answer.headers['content-range'], bytes) : null
  if (received !== null) return received
  // Another upload is begun where nobody can say how much of this one has arrived.
  if (answer.status === 416) return null
  if (answer.status === 400)
    throw new Failure('invalid', 'TikTok refused a part of the video.', { platformCode: '400' })
  throw makeUnavailable(dialect, answer)
}
