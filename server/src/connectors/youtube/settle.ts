import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type Sentence, sentence, word } from '../../lib/text/sentence.ts'
import { type CommitStep, Failure, type Io, type Settled } from '../connector.ts'
import { listFromYoutube } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { addExtras } from './extras.ts'
import { readChoices } from './options.ts'
import { findUploaded, postOf } from './own-videos.ts'
import { askSession } from './session.ts'
import { readToken } from './settings.ts'

const patienceMs = 15 * 60_000
const shortestPauseMs = 5_000
const longestPauseMs = 60_000

/**
 * Asks the upload what became of its last part, then follows the video until it is processed. An upload makes one video, so
 * its last part may be sent again while it is missing. An upload that is forgotten proves nothing: the list of the channel's
 * videos can only show that ours is there. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  if (step.ref !== null) return follow(step, step.ref, io)
  const address = textOf((await io.secrets()).session)
  const { video, from } = readArtefacts(step.artefacts)
  if (address === null || !video) return findUploaded(step, io)
  const found = await askSession(address, video.bytes, readToken(io.credentials), io)
  switch (found.state) {
    case 'done':
      return follow(step, found.videoId, io)
    case 'open':
      return { outcome: found.received === from ? 'repeat' : 'not_found' }
    case 'gone':
      return findUploaded(step, io)
  }
}

/** A video that is processed, or has been for long enough, is published, and gets what could not be set before. */
async function follow(step: CommitStep, videoId: string, io: Io): Promise<Settled> {
  const query = { part: 'status', id: videoId }
  const { items } = await listFromYoutube('videos', query, readToken(io.credentials), io)
  const status = asObject(items[0]?.status)
  const failure = status && readVerdict(status)
  if (failure) return { outcome: 'rejected', failure }
  const isProcessed = textOf(status?.uploadStatus) === 'processed'
  if (!isProcessed && io.now().getTime() - step.firstSentAt.getTime() < patienceMs) {
    const againInMs = Math.min(longestPauseMs, shortestPauseMs * 1.5 ** step.looks)
    return { outcome: 'pending', againInMs }
  }
  if (isLocked(status, step)) return { outcome: 'rejected', failure: lockedAway(videoId, step) }
  const omitted = await addExtras(step, videoId, io)
  return { outcome: 'published', ...postOf(videoId, step.draft), omitted }
}

/** YouTube's own no to a video; null while there is none. */
function readVerdict(status: JsonObject): Failure | null {
  const upload = textOf(status.uploadStatus)
  const reason = textOf(upload === 'failed' ? status.failureReason : status.rejectionReason)
  if (upload !== 'failed' && upload !== 'rejected') return null
  const cause = reason !== null && Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  const did =
    upload === 'failed' ? word('YouTube could not process the video') : word('YouTube rejected the video')
  const text = cause === undefined ? `${did}.` : sentence('{did}: {cause}.', { did, cause })
  return new Failure('invalid', text, { platformCode: reason ?? upload })
}

/** Source: developers.google.com/youtube/v3/docs/videos#status. */
const reasons: Readonly<Record<string, Sentence>> = {
  conversion: word('it could not be converted'),
  invalidFile: word('its format is not a video’s'),
  emptyFile: word('the file is empty'),
  tooSmall: word('the file is too small'),
  codec: word('its codec is not supported'),
  uploadAborted: word('the upload was not finished'),
  copyright: word('it infringes a copyright'),
  inappropriate: word('its content is not appropriate'),
  duplicate: word('the channel has it already'),
  termsOfUse: word('it violates the terms of use'),
  uploaderAccountSuspended: word('the account is suspended'),
  uploaderAccountClosed: word('the account is closed'),
  length: word('it is too long for this channel, which must be verified for more than 15 minutes'),
  claim: word('an owner of its content has blocked it'),
  trademark: word('it infringes a trademark'),
  legal: word('there are legal reasons'),
}

/** Videos of a project that Google has not audited are locked: they stay private whatever was asked. */
function isLocked(status: JsonObject | null, { draft }: CommitStep): boolean {
  const { privacyStatus } = readChoices(draft)
  return privacyStatus !== 'private' && textOf(status?.privacyStatus) === 'private'
}

function lockedAway(videoId: string, { draft }: CommitStep): Failure {
  const text = sentence(
    'YouTube keeps the video private, as it does for projects that it has not audited: {videoId}. The operator of this server must ask YouTube for the audit.',
    { videoId: postOf(videoId, draft).url },
  )
  return new Failure('forbidden', text, { platformCode: 'private' })
}
