import { asObject, type Json } from '../../lib/json/json.ts'
import type { CommitRequest, CommitStep, Committed, Io, Step } from '../connector.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { dialect, origin, refusals } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readChoices } from './options.ts'
import { readPost } from './own-posts.ts'
import { readToken } from './settings.ts'

/** The one request that makes a post. Pure. Source: docs.x.com/x-api/posts/create-post. */
export function compose({ draft, artefacts, replyTo }: Step): CommitRequest {
  const { media } = readArtefacts(artefacts)
  if (
    media.length !== draft.media.length ||
    media.some(({ isReady, isDescribed }) => !isReady || !isDescribed)
  )
    throw new Error('This post is composed before it is prepared.')
  const post: Record<string, Json> = {}
  if (draft.text !== '' || media.length === 0) post.text = draft.text.toWellFormed()
  if (media.length > 0) post.media = { media_ids: media.map(({ id }) => id) }
  if (replyTo !== null) post.reply = { in_reply_to_tweet_id: replyTo.parent.remoteId }
  else Object.assign(post, choicesOf(draft.options))
  return {
    method: 'POST',
    url: `${origin}/2/tweets`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(post),
  }
}

/** Choices that belong to the post that begins a conversation. */
function choicesOf(options: Step['draft']['options']): Record<string, Json> {
  const { replySettings, communityId, poll } = readChoices(options)
  return {
    ...(replySettings === null ? {} : { reply_settings: replySettings }),
    ...(communityId === null ? {} : { community_id: communityId }),
    ...(poll && {
      poll: {
        options: poll.options.map((option) => option.toWellFormed()),
        duration_minutes: poll.seconds / 60,
      },
    }),
  }
}

/** Marks a commit that X refused because the same words are there already. */
export const duplicateMark = 'duplicate'
const twinPauseMs = 5_000

/**
 * Sends the post. Anything but a post with an id or a refusal of the list below leaves the outcome unknown. @throws Failure
 */
export async function commit({ account }: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const isMade = answer.status >= 200 && answer.status < 300
  const post = isMade ? readPost(asObject(asObject(answer.json)?.data), account) : null
  if (post) return { outcome: 'published', ...post }
  // The words that are there may be ours, so settle looks for them.
  if (answer.status === 403 && /duplicate content/i.test(dialect.words(answer) ?? ''))
    return { outcome: 'accepted', ref: duplicateMark, againInMs: twinPauseMs }
  throw readRefusal(answer, io.now(), [token]) ?? makeUnknown(dialect, answer)
}

/**
 * Every refusal that is certain to have had no effect, beside those about the app and the account. Each is a problem of the
 * API's own, because the page of a proxy proves nothing. Source: docs.x.com/x-api/fundamentals/response-codes-and-errors.
 */
const readRefusal = refusals([
  {
    answers: ['403 Forbidden'],
    says: /one cashtag|invalid url|\breply\b|\bdeleted or not visible\b/i,
    kind: 'invalid',
    text: 'X refused the post.',
    isQuoting: true,
  },
  {
    answers: ['403 Forbidden', '403 not-authorized-for-resource', '403 disallowed-resource'],
    says: /^/,
    kind: 'forbidden',
    text: 'X does not let this account post this.',
    isQuoting: true,
  },
  {
    answers: ['400 invalid-request', '400 Invalid Request'],
    kind: 'invalid',
    text: 'X refused the post.',
    isQuoting: true,
  },
  {
    answers: ['400 resource-not-found', '404 resource-not-found'],
    kind: 'invalid',
    text: 'X does not find a part of the post.',
    isQuoting: true,
  },
])
