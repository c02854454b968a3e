import { asObject } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type CommitStep, type Committed, Failure, type Io, type PublishedPost } from '../connector.ts'
import { bearer, makeUnknown, refusalTable } from '../kit/json-api.ts'
import { accessEnded, dialect, tokenRefusals, versionEnded, versionHeader, versionRefusals } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { describeComment, describePost, urnOf } from './own-posts.ts'
import { readCredentials } from './settings.ts'

/**
 * Sends the post or the comment. Anything but an id or a refusal of the list below leaves the outcome unknown; a refusal
 * as a duplicate names the post that a person has to look at. @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const { accessToken } = readCredentials(io.credentials)
  const answer = await io.sendOnce({ ...bearer(accessToken), ...(await versionHeader(io)) })
  const post = answer.status === 201 ? publishedIn(answer, step) : null
  if (post) return { outcome: 'published', ...post }
  const duplicate = duplicateIn(answer)
  if (duplicate !== null) return { outcome: 'accepted', ref: duplicate, againInMs: 0 }
  const refusal = readRefusal(answer, io.now(), [accessToken])
  if (refusal?.kind === 'forbidden' && isTooEarly(answer, step, io.now())) throw tooEarly()
  throw refusal ?? makeUnknown(dialect, answer)
}

const unknownForMs = 5 * 60_000

/** Right after its upload LinkedIn may call a medium forbidden, as publishers have met. */
function isTooEarly(answer: OutboundAnswer, { artefacts }: CommitStep, now: Date): boolean {
  if (!/resource is forbidden/i.test(dialect.words(answer) ?? '')) return false
  const { media } = readArtefacts(artefacts)
  return media.some(({ uploadedAt }) => now.getTime() - Date.parse(uploadedAt) < unknownForMs)
}

function tooEarly(): Failure {
  return new Failure('rate_limited', 'LinkedIn does not know a new medium yet.', { retryAfterMs: 15_000 })
}

function publishedIn({ headers, json }: OutboundAnswer, { replyTo }: CommitStep): PublishedPost | null {
  const id = headers['x-restli-id'] ?? null
  if (replyTo) return describeComment(replyTo.parent.remoteId, asObject(json), id)
  const urn = urnOf(id)
  return urn === null ? null : describePost(urn)
}

/** The post of which LinkedIn says that ours repeats it; null where it says nothing of the kind. */
function duplicateIn(answer: OutboundAnswer): string | null {
  if (answer.status !== 422) return null
  return urnOf(/duplicate of (urn:li:\w+:\d+)/i.exec(dialect.words(answer) ?? '')?.[1])
}

const contentCodes = [
  'INVALID_URN_TYPE',
  'INVALID_URN_ID',
  'MISSING_FIELD',
  'INVALID_VALUE_FOR_FIELD',
  'INVALID_VALUE_BLANK_FIELD',
  'FIELD_LENGTH_TOO_LONG',
]

/**
 * Every refusal that is certain to have had no effect. Each has the API's own code, because the page of a proxy proves
 * nothing. Source: learn.microsoft.com/linkedin, Posts API and Error Handling.
 */
const readRefusal = refusalTable(dialect, [
  { answers: tokenRefusals, kind: 'unauthorized', text: accessEnded },
  { answers: versionRefusals.slice(1), kind: 'app_unusable', text: versionEnded },
  {
    answers: ['403 ACCESS_DENIED', '403 100'],
    kind: 'forbidden',
    text: 'LinkedIn does not let this account publish: it lacks a permission, or its role on the page.',
    isQuoting: true,
  },
  {
    answers: ['400', '403'],
    says: /resource is forbidden/i,
    kind: 'forbidden',
    text: 'LinkedIn does not let this account use a part of the post.',
    isQuoting: true,
  },
  {
    answers: contentCodes.flatMap((code) => [`400 ${code}`, `422 ${code}`]),
    kind: 'invalid',
    text: 'LinkedIn refused the post.',
    isQuoting: true,
  },
  {
    answers: ['400 MEDIA_ASSET_PROCESSING_FAILED', '422 MEDIA_ASSET_PROCESSING_FAILED'],
    kind: 'invalid',
    text: 'LinkedIn could not read a medium.',
    isQuoting: true,
  },
  {
    answers: ['400 MEDIA_ASSET_WAITING_UPLOAD', '422 MEDIA_ASSET_WAITING_UPLOAD'],
    kind: 'rate_limited',
    text: 'LinkedIn is still processing a medium.',
    retryAfterMs: 10_000,
  },
  {
    answers: ['404'],
    says: /unable to obtain activity/i,
    kind: 'rate_limited',
    text: 'LinkedIn does not know the new post yet, so that nobody can comment on it.',
    retryAfterMs: 15_000,
  },
])
