import type { CommitStep, Io, Omission, PublishedPost, Settled } from '../connector.ts'
import { readArtefacts } from './artefacts.ts'
import { startOfLast } from './chunks.ts'
import { mayPass, verdictOf } from './fail-reasons.ts'
import { isVideo, privacyOfDraft, readChoices } from './options.ts'
import { findPosted, postUrlOf } from './own-posts.ts'
import { profileUrlOf, readSettings, readToken } from './settings.ts'
import { readStatus } from './status.ts'

const firstPauseMs = 5_000
const longestPauseMs = 60_000
// The id of a public post comes once it was moderated: mostly within a minute, sometimes after hours.
const patienceMs = 15 * 60_000

/**
 * Follows a post by the id under which it was begun. A video has one from before its last chunk was sent: an upload makes one
 * post, so its last chunk may be sent again while it is missing. The id of photos comes with the answer to their commit, and
 * without it nothing is certain to show them. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const { session, video } = readArtefacts(step.artefacts)
  const publishId = step.ref ?? (isVideo(step.draft) ? session?.publishId : undefined)
  if (publishId === undefined) return { outcome: 'not_found' }
  const status = await readStatus(publishId, readToken(io.credentials), io)
  switch (status.state) {
    case 'uploading':
      return settleUpload(step, status.receivedBytes, video?.bytes ?? 0)
    case 'working':
      return wait(step)
    case 'in_inbox':
      return publishedAs(publishId, step, [finishInApp])
    case 'complete':
      return settleComplete(step, publishId, status.postId, io)
    case 'failed':
      return settleFailed(step, status.reason)
    case 'unknown':
      return findPosted(step, io)
  }
}

function wait({ looks }: CommitStep): Settled {
  return { outcome: 'pending', againInMs: Math.min(longestPauseMs, firstPauseMs * 2 ** looks) }
}

/** An upload with all of its bytes goes on by itself; without its last chunk, that may be sent again. */
function settleUpload(step: CommitStep, receivedBytes: number, bytes: number): Settled {
  if (step.ref !== null || receivedBytes >= bytes) return wait(step)
  return { outcome: receivedBytes === startOfLast(bytes) ? 'repeat' : 'not_found' }
}

function settleComplete(step: CommitStep, publishId: string, postId: string | null, io: Io): Settled {
  const omitted = omissionsOf(step)
  if (postId !== null) {
    const post = { remoteId: postId, url: postUrlOf(postId, step), reference: null }
    return { outcome: 'published', ...post, omitted }
  }
  const isPublic = privacyOfDraft(step.draft) === 'public'
  if (!isPublic) return publishedAs(publishId, step, omitted)
  if (io.now().getTime() - step.firstSentAt.getTime() < patienceMs) return wait(step)
  return publishedAs(publishId, step, [...omitted, notYetAddressed])
}

/** A post of which TikTok tells no address: it has the id under which it was begun, and leads to the profile. */
function publishedAs(publishId: string, { account }: CommitStep, omitted: readonly Omission[]): Settled {
  const url = profileUrlOf(readSettings(account).handle)
  const post: PublishedPost = { remoteId: publishId, url, reference: null }
  return { outcome: 'published', ...post, omitted }
}

const finishInApp: Omission = {
  code: 'finish_in_app',
  detail:
    'It is not posted yet: TikTok has put it into the inbox of the account. Open the notification in the TikTok app, and finish and post it there.',
}

const notYetAddressed: Omission = {
  code: 'address_unknown',
  detail: 'TikTok has posted it, and has not told its address yet. The link leads to the profile.',
}

const switchedOff = {
  comment: { code: 'comments_off', detail: 'The account has comments switched off, so the post has none.' },
  duet: { code: 'duets_off', detail: 'The account has duets switched off, so the post allows none.' },
  stitch: { code: 'stitches_off', detail: 'The account has stitches switched off, so the post allows none.' },
} as const

function omissionsOf({ artefacts, draft }: CommitStep): Omission[] {
  if (readChoices(draft).draft) return [finishInApp]
  return readArtefacts(artefacts).off.map((interaction) => switchedOff[interaction])
}

/**
 * TikTok’s own no, which proves that nothing is public. After a lost answer a failure that may pass lets a video begin anew; a
 * commit that was accepted has ended with it.
 */
function settleFailed(step: CommitStep, reason: string | null): Settled {
  if (step.ref === null && mayPass(reason)) return { outcome: 'absent' }
  return { outcome: 'rejected', failure: verdictOf(reason) }
}
