import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { makeMultipart } from '../../lib/safe-fetch/multipart.ts'
import { type DraftMedia, Failure, type Io } from '../connector.ts'
import { bearer, quoteAnswer, readObject } from '../kit/json-api.ts'
import { type ChunkedUpload, type ChunkProgress, sendNextChunk } from '../kit/media/chunks.ts'
import { callX, dialect, idOf, mustSucceed, origin } from './api.ts'
import type { Chunks } from './artefacts.ts'
import { usualVideoMs } from './check.ts'

/** The state of a medium at X: its id, and when to ask again while it is being processed. */
export interface UploadState {
  readonly id: string
  /** Null once it is ready. */
  readonly againInMs: number | null
}

const upload = '/2/media/upload'

/** Uploads a picture in one request. @throws Failure */
export async function uploadImage(
  { id, bytes, mimeType }: DraftMedia,
  token: string,
  io: Io,
): Promise<UploadState> {
  const { headers, body } = makeMultipart([
    { name: 'media_category', value: 'tweet_image' },
    { name: 'media_type', value: mimeType },
    {
      name: 'media',
      fileName: 'media',
      mimeType,
      bytes: { stream: await io.media.open(id, null), length: bytes },
    },
  ])
  const request = {
    method: 'POST' as const,
    url: `${origin}${upload}`,
    headers: { ...headers, ...bearer(token) },
    body,
  }
  return readState(readObject(dialect, mustSucceed(await io.fetch(request), token, io)))
}

/** Goes one step further with a video or a moving picture, which go in parts. @throws Failure */
export async function uploadNextChunk(
  medium: DraftMedia,
  kept: Chunks | null,
  token: string,
  io: Io,
): Promise<ChunkProgress> {
  return sendNextChunk(medium, kept, chunkedUpload(medium, token, io), io)
}

// Parts have 1 to 5 MB and are numbered from 0 to 999. Source: docs.x.com/x-api/media/quickstart/media-upload-chunked.
const chunkBytes = 4 * 1024 * 1024

function chunkedUpload(medium: DraftMedia, token: string, io: Io): ChunkedUpload {
  return {
    chunkBytes,
    start: async () => {
      const json = {
        media_type: medium.mimeType,
        total_bytes: medium.bytes,
        media_category: categoryOf(medium),
      }
      return readState(await callX({ path: `${upload}/initialize`, json }, token, io)).id
    },
    // X tells nobody how much it has. A part whose answer was lost is sent again under its number.
    received: async ({ sentBytes }) => sentBytes,
    append: async (uploadId, { index, bytes, size, mimeType }) => {
      const stream = bytes instanceof Uint8Array ? bytes : { stream: bytes, length: size }
      const { headers, body } = makeMultipart([
        { name: 'segment_index', value: String(index) },
        { name: 'media', fileName: 'media', mimeType, bytes: stream },
      ])
      const url = `${origin}${upload}/${uploadId}/append`
      mustSucceed(
        await io.fetch({ method: 'POST', url, headers: { ...headers, ...bearer(token) }, body }),
        token,
        io,
      )
    },
    finish: async (uploadId) => {
      const path = `${upload}/${uploadId}/finalize`
      return readState(await callX({ method: 'POST', path }, token, io)).id
    },
  }
}

function categoryOf({ kind, durationMs }: DraftMedia): string {
  if (kind === 'gif') return 'tweet_gif'
  return durationMs !== null && durationMs > usualVideoMs ? 'amplify_video' : 'tweet_video'
}

/** Asks how far X is with a medium. @throws Failure `invalid` where X cannot use it */
export async function readUploadState(id: string, token: string, io: Io): Promise<UploadState> {
  return readState(await callX({ path: upload, query: { command: 'STATUS', media_id: id } }, token, io))
}

/** Sends the alt text of a medium. @throws Failure */
export async function sendAltText(id: string, altText: string, token: string, io: Io): Promise<void> {
  const json = { id, metadata: { alt_text: { text: altText.toWellFormed() } } }
  await callX({ path: '/2/media/metadata', json }, token, io)
}

const [shortestPauseMs, longestPauseMs] = [500, 60_000]

function readState(body: JsonObject): UploadState {
  const data = asObject(body.data)
  const id = idOf(data?.id)
  if (id === null) throw new Failure('unavailable', 'X did not say under which id it keeps a medium.')
  const processing = asObject(data?.processing_info)
  if (processing?.state === 'failed') {
    const error = asObject(processing.error)
    const words = textOf(error?.message) ?? textOf(error?.detail) ?? textOf(error?.name)
    throw new Failure('invalid', quoteAnswer('X could not use a medium.', words, []))
  }
  if (!processing || processing.state === 'succeeded') return { id, againInMs: null }
  const seconds = typeof processing.check_after_secs === 'number' ? processing.check_after_secs : 0
  return { id, againInMs: Math.min(longestPauseMs, Math.max(shortestPauseMs, seconds * 1_000)) }
}
