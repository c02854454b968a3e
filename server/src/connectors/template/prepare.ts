import { textOf } from '../../lib/json/json.ts'
import { type DraftMedia, Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { makeRequest, readObject } from '../kit/json-api.ts'
import { fitUpload } from '../kit/media/fit-upload.ts'
import { keepFreshUploads } from '../kit/media/fresh-uploads.ts'
import { callPerch, dialect, mustSucceed, origin } from './api.ts'
import { readArtefacts, type Uploaded, writeArtefacts } from './artefacts.ts'
import { imageTypes, limits } from './check.ts'
import { readPosts } from './own-posts.ts'
import { readToken } from './settings.ts'

// The network drops media that no post refers to after a day. Source: docs.perch.example/media.
const freshForMs = 12 * 3_600_000
const mostBytes = 8_000_000
const longestSide = 4_096
const pauseMs = 1_000

/**
 * Uploads one medium, or asks how far one is, and wants to be called again until all are ready. At last it lists the
 * posts that are there already, so that none of them is ever taken for ours. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const token = readToken(io.credentials)
  const { media } = readArtefacts(step.artefacts)
  const kept = keepFreshUploads(media, step.draft.media, io.now(), freshForMs)
  const next = step.draft.media[kept.length]
  if (next) {
    const fitting = await takeFitting(next, limits(step.account), step, io)
    if (fitting.state === 'pending') return pendingWith(kept, fitting.againInMs)
    const uploaded = await uploadImage(fitting.medium, token, io)
    return pendingWith([...kept, { ...uploaded, mediaId: next.id }], 0)
  }
  const waiting = kept.findIndex(({ isReady }) => !isReady)
  const slow = kept[waiting]
  if (slow) {
    const isReady = await isProcessed(slow, token, io)
    return pendingWith(kept.with(waiting, { ...slow, isReady }), isReady ? 0 : pauseMs)
  }
  const { posts } = await readPosts(null, token, io)
  const seen = posts.map(({ id }) => textOf(id)).filter((id) => id !== null)
  return { outcome: 'ready', artefacts: writeArtefacts({ media: kept, seen }) }
}

function pendingWith(media: Uploaded[], againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts({ media, seen: [] }), againInMs }
}

async function uploadImage({ id: mediaId }: DraftMedia, token: string, io: Io): Promise<Uploaded> {
  const { answer } = await fitUpload({
    mostBytes,
    shrink: (maxBytes) => io.media.fitImage(mediaId, { maxBytes, maxSide: longestSide, types: imageTypes }),
    send: ({ bytes, mimeType }) => {
      const file = { bytes, size: bytes.length, mimeType }
      return io.fetch(makeRequest(origin, { path: '/v1/media', token, file }))
    },
    isTooLarge: ({ status }) => status === 413,
  })
  const body = readObject(dialect, mustSucceed(answer, token, io))
  const id = textOf(body.id)
  if (id === null) throw new Failure('unavailable', 'Perch did not say under which id it keeps a medium.')
  return { mediaId, id, isReady: body.status === 'ready', uploadedAt: io.now().toISOString() }
}

async function isProcessed({ id }: Uploaded, token: string, io: Io): Promise<boolean> {
  const answer = await callPerch({ path: `/v1/media/${encodeURIComponent(id)}` }, token, io)
  const { status } = readObject(dialect, answer)
  if (status === 'failed') throw new Failure('invalid', 'Perch could not read a medium.')
  return status === 'ready'
}
