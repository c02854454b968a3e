import { asObject, type Json } from '../../lib/json/json.ts'
import {
  type CommitRequest,
  type CommitStep,
  type Committed,
  Failure,
  type Io,
  type Step,
} from '../connector.ts'
import { bearer, refusalTable } from '../kit/json-api.ts'
import { dialect, origin, tokenEnded } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readChoices } from './options.ts'
import { readPost } from './own-posts.ts'
import { readToken } from './settings.ts'

/** The one request that makes a post. Pure. */
export function compose({ draft, artefacts, replyTo }: Step): CommitRequest {
  const { media } = readArtefacts(artefacts)
  if (media.length !== draft.media.length || media.some(({ isReady }) => !isReady))
    throw new Error('This post is composed before it is prepared.')
  const altTexts = draft.media.map(({ altText }) => altText.toWellFormed())
  const post: Json = {
    text: draft.text.toWellFormed(),
    media: media.map(({ id }, index) => ({ id, alt_text: altTexts[index] ?? '' })),
    reply_to: replyTo?.parent.remoteId ?? null,
    sensitive: readChoices(draft.options).sensitive,
  }
  return {
    method: 'POST',
    url: `${origin}/v1/posts`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(post),
  }
}

/**
 * Sends the post. Anything but a post with an id or a refusal of the list below leaves the outcome unknown. @throws Failure
 */
export async function commit(_step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const post = answer.status === 201 ? readPost(asObject(answer.json)) : null
  if (post) return { outcome: 'published', ...post }
  const refusal = readRefusal(answer, io.now(), [token])
  if (refusal) throw refusal
  const platformCode = dialect.code(answer)
  const text = `Perch answered with status ${answer.status}; the post may be public.`
  throw new Failure('unknown_outcome', text, { platformCode })
}

/**
 * Every refusal that is certain to have had no effect. Each has the API's own code, because the page of a proxy proves
 * nothing. A medium of another post may be in ours, whose answer was lost. Source: docs.perch.example/errors.
 */
const readRefusal = refusalTable(dialect, [
  { answers: ['401 token_invalid'], kind: 'unauthorized', text: tokenEnded },
  {
    answers: ['403 not_allowed'],
    kind: 'forbidden',
    text: 'Perch does not let this account post this.',
    isQuoting: true,
  },
  {
    answers: ['422 media_used'],
    kind: 'unknown_outcome',
    text: 'Perch says that the media stand in a post already; the post may be public.',
  },
  {
    answers: ['422 empty', '422 text_too_long', '422 alt_text_too_long', '422 too_many_media'],
    kind: 'invalid',
    text: 'Perch refused the post.',
    isQuoting: true,
  },
  {
    answers: ['422 media_not_found', '422 media_not_ready', '422 reply_to_not_found'],
    kind: 'invalid',
    text: 'Perch does not find a part of the post.',
    isQuoting: true,
  },
])
