import type { DraftMedia, Io, Prepared, Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { keepFreshUploads } from '../kit/media/fresh-uploads.ts'
import { type Chunks, readArtefacts, type Uploaded, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { newestOf, readPosts } from './own-posts.ts'
import { readToken } from './settings.ts'
import { readUploadState, sendAltText, uploadImage, uploadNextChunk } from './upload.ts'

// X drops media that no post uses 24 hours after their upload. Source: docs.x.com/x-api/media/media-upload.
const freshForMs = 12 * 3_600_000

/**
 * Takes one step of an upload, asks how far one is, or sends an alt text, and wants to be called again until all is done. At
 * last it reads which post of the account is the newest, so that none before ours is ever taken for it. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const token = readToken(io.credentials)
  const { media, chunks } = readArtefacts(step.artefacts)
  const kept = keepFreshUploads(media, step.draft.media, io.now(), freshForMs)
  const next = step.draft.media[kept.length]
  if (next) return uploadNext(step, next, kept, chunks, token, io)
  const undone = kept.findIndex(({ isReady, isDescribed }) => !isReady || !isDescribed)
  const one = kept[undone]
  if (one) return finishOne(step, kept, undone, one, token, io)
  const { posts } = await readPosts({ accountId: step.account.externalId, most: 5 }, token, io)
  const artefacts = writeArtefacts({ media: kept, chunks: null, newest: newestOf(posts) })
  return { outcome: 'ready', artefacts }
}

async function uploadNext(
  step: Step,
  medium: DraftMedia,
  kept: Uploaded[],
  begun: Chunks | null,
  token: string,
  io: Io,
): Promise<Prepared> {
  const fitting = await takeFitting(medium, limits(step.account), step, io)
  if (fitting.state === 'pending') return pendingWith(kept, begun, fitting.againInMs)
  const now = io.now()
  const isDescribed = medium.altText === '' || fitting.medium.kind === 'video'
  const uploaded = { mediaId: medium.id, isDescribed, uploadedAt: now.toISOString() }
  if (fitting.medium.kind === 'image') {
    const { id, againInMs } = await uploadImage(fitting.medium, token, io)
    return pendingWith([...kept, { ...uploaded, id, isReady: againInMs === null }], null, againInMs ?? 0)
  }
  const isFresh = begun !== null && now.getTime() - Date.parse(begun.startedAt) < freshForMs
  const progress = await uploadNextChunk(fitting.medium, isFresh ? begun : null, token, io)
  if (progress.outcome === 'more') {
    const startedAt = isFresh ? begun.startedAt : now.toISOString()
    return pendingWith(kept, progress.kept && { ...progress.kept, startedAt }, 0)
  }
  return pendingWith([...kept, { ...uploaded, id: progress.remoteId, isReady: false }], null, 0)
}

async function finishOne(
  { draft }: Step,
  kept: Uploaded[],
  index: number,
  one: Uploaded,
  token: string,
  io: Io,
): Promise<Prepared> {
  if (!one.isReady) {
    const { againInMs } = await readUploadState(one.id, token, io)
    return pendingWith(kept.with(index, { ...one, isReady: againInMs === null }), null, againInMs ?? 0)
  }
  await sendAltText(one.id, draft.media[index]?.altText ?? '', token, io)
  return pendingWith(kept.with(index, { ...one, isDescribed: true }), null, 0)
}

function pendingWith(media: Uploaded[], chunks: Chunks | null, againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts({ media, chunks, newest: null }), againInMs }
}
