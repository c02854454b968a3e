import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject } from '../../lib/json/json.ts'
import type { Account, CommitStep, Committed, Io, PublishedPost } from '../connector.ts'
import { makeUnknown } from '../kit/json-api.ts'
import { accessOf, basic, dialect, secretsOf } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { commentId } from './comments.ts'
import { isPublic, type StandingPost, standingPost } from './draft.ts'
import { placeOf } from './options.ts'
import { readCertainRefusal } from './refusals.ts'
import { readSettings } from './settings.ts'

const pauseMs = 30_000

/**
 * Publishes. Anything but the post itself or a refusal of the list leaves the outcome unknown: the draft then shows it. A site on which
 * posts wait for somebody's yes says so by the status. @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const access = accessOf(step.account, io.credentials)
  const answer = await io.sendOnce(basic(access))
  const isDone = answer.status === 200 || answer.status === 201
  const post = isDone ? standingPost(asObject(answer.json)) : null
  if (post && step.part === 'first_comment' && post.status === 'approved')
    return { outcome: 'published', ...publishedComment(post, step.account) }
  if (post && step.part === 'post' && post.id === readArtefacts(step.artefacts).postId) {
    if (isPublic(post)) return { outcome: 'published', ...publishedPost(post, step) }
    if (isWaiting(post)) return { outcome: 'accepted', ref: String(post.id), againInMs: pauseMs }
  }
  const refusal = readCertainRefusal(dialect, answer, io.now(), secretsOf(access))
  throw refusal ?? makeUnknown(dialect, answer)
}

/** It waits for a time or for a person of the site. */
export function isWaiting({ status }: StandingPost): boolean {
  return status === 'future' || status === 'pending'
}

export function publishedPost(
  { id, link }: StandingPost,
  { account, draft }: Pick<CommitStep, 'account' | 'draft'>,
): PublishedPost {
  return { remoteId: String(id), url: linkOr(link, account), reference: { place: placeOf(draft.options) } }
}

export function publishedComment(
  { id, link }: Pick<StandingPost, 'id' | 'link'>,
  account: Account,
): PublishedPost {
  return { remoteId: commentId(id), url: linkOr(link, account), reference: null }
}

function linkOr(link: string | null, account: Account): string {
  return readWebAddress(link) ?? `${readSettings(account).site}/`
}
