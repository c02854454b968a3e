import {
  type CommitRequest,
  type CommitStep,
  type Committed,
  Failure,
  type Io,
  longestCommitMs,
  type Step,
} from '../connector.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { dataOf, dialect, jsonType, origin } from './api.ts'
import { type Artefacts, readArtefacts } from './artefacts.ts'
import { startOfLast } from './chunks.ts'
import { isVideo, readChoices } from './options.ts'
import { describePhotos } from './post-info.ts'
import { readCertainRefusal } from './refusals.ts'
import { readToken } from './settings.ts'
import { publishIdOf } from './upload.ts'

/** The last chunk of a video, or the call that makes TikTok fetch photos and post them. Pure. */
export function compose({ draft, artefacts }: Step): CommitRequest {
  const known = readArtefacts(artefacts)
  if (isVideo(draft)) return composeChunk(known)
  if (known.photos.length === 0) throw new Error('These photos are composed before they are prepared.')
  const body = {
    media_type: 'PHOTO',
    post_mode: readChoices(draft).draft ? 'MEDIA_UPLOAD' : 'DIRECT_POST',
    post_info: describePhotos(draft, known.off),
    source_info: { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images: known.photos },
  }
  return {
    method: 'POST',
    url: `${origin}/v2/post/publish/content/init/`,
    headers: { accept: 'application/json', 'content-type': jsonType },
    body: JSON.stringify(body),
  }
}

function composeChunk({ video, session }: Artefacts): CommitRequest {
  if (!video || !session) throw new Error('This video is composed before it is uploaded.')
  const { mediaId, mimeType, bytes } = video
  const start = startOfLast(bytes)
  return {
    method: 'PUT',
    url: `${session.origin}/`,
    secretUrl: session.publishId,
    headers: {
      accept: 'application/json',
      'content-type': mimeType,
      'content-length': String(bytes - start),
      'content-range': `bytes ${start}-${bytes - 1}/${bytes}`,
    },
    body: { mediaId, start, end: bytes },
    timeoutMs: longestCommitMs,
  }
}

const firstLookMs = 5_000

/**
 * Sends the last chunk, or the call for photos. TikTok answers either at once, and `settle` follows what becomes of it.
 * @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  return isVideo(step.draft) ? commitChunk(step, io) : commitPhotos(io)
}

/** Everything has arrived with 201. The address alone gives access, so no token is sent with it. */
async function commitChunk({ artefacts }: CommitStep, io: Io): Promise<Committed> {
  const answer = await io.sendOnce({})
  const { session } = readArtefacts(artefacts)
  if (answer.status === 201 && session)
    return { outcome: 'accepted', ref: session.publishId, againInMs: firstLookMs }
  const refusal = readCertainRefusal(dialect, answer, io.now(), [])
  if (refusal) throw refusal
  if (answer.status === 400)
    throw new Failure('invalid', 'TikTok refused the last part of the video.', { platformCode: '400' })
  throw makeUnknown(dialect, answer)
}

async function commitPhotos(io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const publishId = publishIdOf(dataOf(answer)?.publish_id)
  if (publishId !== null) return { outcome: 'accepted', ref: publishId, againInMs: firstLookMs }
  throw readCertainRefusal(dialect, answer, io.now(), [token]) ?? makeUnknown(dialect, answer)
}
