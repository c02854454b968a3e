import {
  type CommitRequest,
  type CommitStep,
  type Committed,
  type Io,
  longestCommitMs,
  type Step,
} from '../connector.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { dialect } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readCertainRefusal } from './refusals.ts'
import { uploadPath, videoIdOf } from './session.ts'
import { readToken } from './settings.ts'

/** The last part of the upload: the video exists once it has arrived. Pure. */
export function compose({ artefacts }: Step): CommitRequest {
  const { video, session, from } = readArtefacts(artefacts)
  if (!video || !session) throw new Error('This video is composed before it is uploaded.')
  const { mediaId, mimeType, bytes } = video
  return {
    method: 'PUT',
    url: `${session.origin}${uploadPath}`,
    secretUrl: 'session',
    headers: {
      accept: 'application/json',
      'content-type': mimeType,
      'content-length': String(bytes - from),
      'content-range': `bytes ${from}-${bytes - 1}/${bytes}`,
    },
    body: { mediaId, start: from, end: bytes },
    timeoutMs: longestCommitMs,
  }
}

/**
 * Sends the last part. The video that is answered still has to be processed, which `settle` follows. Anything but a video or a
 * refusal with a reason of the list leaves the outcome unknown. @throws Failure
 */
export async function commit(_step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const isMade = answer.status === 200 || answer.status === 201
  const videoId = isMade ? videoIdOf(answer.json) : null
  if (videoId !== null) return { outcome: 'accepted', ref: videoId, againInMs: firstLookMs }
  throw readCertainRefusal(dialect, answer, io.now(), [token]) ?? makeUnknown(dialect, answer)
}

const firstLookMs = 2_000
