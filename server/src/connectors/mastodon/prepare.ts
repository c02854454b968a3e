import { asObject, isArray, textOf } from '../../lib/json/json.ts'
import type { OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import { Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { keepFreshUploads } from '../kit/media/fresh-uploads.ts'
import { failureOf, failureOfCall, mustBeObject, readRequest } from './api.ts'
import { type Artefacts, readArtefacts, type Uploaded, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { readSettings, readToken } from './settings.ts'
import { uploadMedium } from './upload.ts'

// Servers drop media that no post refers to after a day or so.
const freshForMs = 12 * 3_600_000
// A server that is still processing after this has lost the file.
const processedWithinMs = 3_600_000
const imagePauseMs = 1_000
const videoPauseMs = 3_000

/**
 * Uploads one medium, or asks how far one is, and wants to be called again until all are ready. At last it lists the
 * posts that are there already, so that none of them is ever taken for ours. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const { media } = readArtefacts(step.artefacts)
  const kept = keepFreshUploads(media, step.draft.media, io.now(), freshForMs)
  const next = step.draft.media[kept.length]
  if (next) {
    const fitting = await takeFitting(next, limits(step.account), step, io)
    if (fitting.state === 'pending') return pendingWith({ media: kept, seen: null }, fitting.againInMs)
    const uploaded = await uploadMedium(step, fitting.medium, io)
    return pendingWith({ media: [...kept, { ...uploaded, mediaId: next.id }], seen: null }, 0)
  }
  const waiting = kept.findIndex(({ isReady }) => !isReady)
  const slow = kept[waiting]
  if (slow) return waitFor(step, kept, waiting, slow, io)
  return { outcome: 'ready', artefacts: writeArtefacts({ media: kept, seen: await listStanding(step, io) }) }
}

function pendingWith(artefacts: Artefacts, againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts(artefacts), againInMs }
}

async function waitFor(
  step: Step,
  media: Uploaded[],
  index: number,
  slow: Uploaded,
  io: Io,
): Promise<Prepared> {
  const token = readToken(io.credentials)
  const { instance } = readSettings(step.account)
  const answer = await io.fetch(readRequest(instance, `/api/v1/media/${encodeURIComponent(slow.id)}`, token))
  if (answer.status === 206) {
    if (io.now().getTime() - Date.parse(slow.uploadedAt) > processedWithinMs)
      throw new Failure('unavailable', 'The server is still processing a medium after an hour.')
    const pause = step.draft.media[index]?.kind === 'image' ? imagePauseMs : videoPauseMs
    return pendingWith({ media, seen: null }, pause)
  }
  if (answer.status !== 200) throw failureOfCall(answer, io.now(), token)
  const done = { ...slow, isReady: true, url: textOf(mustBeObject(answer).url) ?? slow.url }
  return pendingWith({ media: media.with(index, done), seen: null }, 0)
}

/** The ids of the newest posts; null where the server does not show them, and the time of a post must do. */
async function listStanding(step: Step, io: Io): Promise<string[] | null> {
  const token = readToken(io.credentials)
  const answer = await io.fetch(listing(step, token))
  if (answer.status === 200) {
    if (!isArray(answer.json))
      throw failureOf('unavailable', 'The server did not show the account’s posts.', answer)
    return answer.json.map((post) => textOf(asObject(post)?.id)).filter((id) => id !== null)
  }
  const failure = failureOfCall(answer, io.now(), token)
  if (failure.kind === 'forbidden' || failure.kind === 'invalid') return null
  throw failure
}

/** The number of posts asked for at once: an answer of more than a megabyte is not read. */
export function listedAtOnce({ account }: Step): number {
  const { limits } = readSettings(account)
  return limits.maxCharacters > looked.longFrom ? looked.longPosts : looked.posts
}

const looked = { posts: 40, longPosts: 10, longFrom: 1_000 }

/** The account's own posts, newest first, or those right after one of them; fewer where each may be long. */
export function listing(step: Step, token: string, afterId: string | null = null): OutboundRequest {
  const { instance, accountId } = readSettings(step.account)
  const query = new URLSearchParams({ limit: String(listedAtOnce(step)), exclude_reblogs: 'true' })
  if (afterId !== null) query.set('min_id', afterId)
  return readRequest(instance, `/api/v1/accounts/${encodeURIComponent(accountId)}/statuses?${query}`, token)
}
