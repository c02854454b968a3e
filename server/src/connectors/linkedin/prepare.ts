import { textOf } from '../../lib/json/json.ts'
import type { DraftMedia, Io, Prepared, Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { keepFreshUploads } from '../kit/media/fresh-uploads.ts'
import { readArtefacts, type Uploaded, writeArtefacts } from './artefacts.ts'
import { makeCard } from './card.ts'
import { limits } from './check.ts'
import { canList, readPosts } from './own-posts.ts'
import { readCredentials } from './settings.ts'
import { readiness, uploadWhole } from './upload.ts'
import { beginVideo, continueVideo, secretsOf } from './video.ts'

// How long LinkedIn keeps media that no post shows is not documented; addresses to upload to live for a day.
const freshForMs = 20 * 3_600_000
const pauseMs = 2_000
// The wait where LinkedIn does not let us ask. A post that is too early is refused with a code of its own.
const blindPauseMs = 5_000

/**
 * Uploads one medium or a part of one, or asks how far one is, and wants to be called again until all are ready. At last it
 * makes the card of a link, and lists the posts of a page as they stand, so that none of them is ever taken for ours.
 * @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const { accessToken: token } = readCredentials(io.credentials)
  const kept = readArtefacts(step.artefacts)
  const media = keepFreshUploads(kept.media, step.draft.media, io.now(), freshForMs)
  const unfinished = media.find(({ state }) => state === 'uploading') ?? null
  const medium = step.draft.media[media.length - (unfinished ? 1 : 0)]
  if (medium) return upload(step, medium, { media, unfinished }, token, io)
  if (media.some(({ state }) => state === 'waiting')) return pending(media.map(toReady), 0)
  const place = media.findIndex(({ state }) => state === 'processing')
  const processed = media[place]
  if (processed) return waitFor(processed, media, place, token, io)
  const isPost = step.part !== 'first_comment'
  const card = isPost ? (kept.card ?? (await makeCard(step, token, io))) : null
  const posts = isPost && canList(step.account) ? (await readPosts(step.account, token, io)).found : []
  const seen = posts.map(({ id }) => textOf(id)).filter((id) => id !== null)
  return { outcome: 'ready', artefacts: writeArtefacts({ media, card, seen }) }
}

function pending(media: Uploaded[], againInMs: number): Prepared {
  return {
    outcome: 'pending',
    artefacts: writeArtefacts({ media, card: null, seen: [] }),
    againInMs,
  }
}

function toReady(uploaded: Uploaded): Uploaded {
  return { ...uploaded, state: 'ready' }
}

async function waitFor(
  uploaded: Uploaded,
  media: Uploaded[],
  place: number,
  token: string,
  io: Io,
): Promise<Prepared> {
  switch (await readiness(uploaded.urn, token, io)) {
    case 'ready':
      return pending(media.with(place, toReady(uploaded)), 0)
    case 'processing':
      return pending(media, pauseMs)
    case 'unreadable':
      return pending(
        media.map((one) => (one.state === 'processing' ? { ...one, state: 'waiting' } : one)),
        blindPauseMs,
      )
  }
}

async function upload(
  step: Step,
  medium: DraftMedia,
  { media, unfinished }: { media: Uploaded[]; unfinished: Uploaded | null },
  token: string,
  io: Io,
): Promise<Prepared> {
  const fitting = await takeFitting(medium, limits(step.account), step, io)
  if (fitting.state === 'pending') return pending(media, fitting.againInMs)
  const before = unfinished ? media.slice(0, -1) : media
  // A moving picture that is made a video is uploaded as one.
  if (fitting.medium.kind === 'video') {
    const made = unfinished
      ? await continueVideo(unfinished, fitting.medium, token, io)
      : await beginVideo(step, fitting.medium, token, io)
    const uploaded = made.uploaded ? [{ ...made.uploaded, mediaId: medium.id }] : []
    return { ...pending([...before, ...uploaded], 0), secrets: secretsOf(made) }
  }
  const urn = await uploadWhole(step, fitting.medium, token, io)
  const uploadedAt = io.now().toISOString()
  const uploaded = { mediaId: medium.id, urn, state: 'processing' as const, uploadedAt, receipts: [] }
  return pending([...before, uploaded], 0)
}
