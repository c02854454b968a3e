import { asObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { readWebAddress } from '../../lib/web-address.ts'
import {
  type CommitStep,
  type Committed,
  Failure,
  type FailureKind,
  type Io,
  type PublishedPost,
} from '../connector.ts'
import { bearer, errorOf, fail, needsScope, rateLimited, saidBy } from './api.ts'
import { readSettings, readToken, rulesFor } from './settings.ts'
import type { Software } from './software.ts'

/**
 * Sends the post. Anything but a post with an id or a refusal of the list below leaves the outcome unknown. @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const post = answer.status === 200 ? readPost(step, answer.json) : null
  if (post) return { outcome: 'published', ...post }
  const refused = rateLimited(answer, io.now()) ?? refusalOf(answer, rulesFor(step.account), token)
  if (refused) throw refused
  const text = `The server answered with status ${answer.status}; the post may be public.${saidBy(answer, token)}`
  throw fail('unknown_outcome', text, answer)
}

/** A post as the API shows it; null if it has no id, as some servers answer to a call that did nothing. */
export function readPost(step: CommitStep, json: OutboundAnswer['json']): PublishedPost | null {
  const said = asObject(json)
  const id = textOf(said?.id)
  if (id === null) return null
  const uri = textOf(said?.uri)
  const shown = readWebAddress(textOf(said?.url)) ?? readWebAddress(uri)
  const url =
    shown ?? new URL(`/web/statuses/${encodeURIComponent(id)}`, readSettings(step.account).instance).href
  return { remoteId: id, url, reference: { uri } }
}

interface Refusal {
  readonly status: number
  /** In the server's own words; any words when it is null, but there must be some. */
  readonly says: RegExp | null
  readonly kind: FailureKind
  readonly holds?: (rules: Software) => boolean
}

/**
 * Every refusal that is certain to have had no effect, in the order in which they are tried, and answers that look like
 * one but are evidence that the post may stand there already: then nothing is certain. All of them carry the API's own
 * `{"error": …}`; the page of a proxy before the server proves nothing.
 * Sources: docs.joinmastodon.org, methods/statuses; Mastodon's PostStatusService and Api::BaseController; GoToSocial's
 * processing/status; Pixelfed's ApiV1Controller; Hollo's api/v1/statuses.
 */
const refusals: readonly Refusal[] = [
  // The media are bound to a post, which may be the one whose answer was lost.
  { status: 422, says: /already (?:attached|used)|^media not found$/i, kind: 'unknown_outcome' },
  { status: 400, says: /already attached/i, kind: 'unknown_outcome' },
  { status: 400, says: /duplicate idempotency key/i, kind: 'unknown_outcome' },
  { status: 422, says: /not finished processing|not ready/i, kind: 'rate_limited' },
  { status: 400, says: null, kind: 'invalid', holds: (rules) => rules.refusesWith400 },
  { status: 401, says: null, kind: 'unauthorized' },
  { status: 403, says: /scope|invalid credentials/i, kind: 'unauthorized' },
  { status: 403, says: null, kind: 'forbidden' },
  { status: 404, says: null, kind: 'invalid' },
  { status: 422, says: null, kind: 'invalid' },
]

const processingPauseMs = 5_000

function refusalOf(answer: OutboundAnswer, rules: Software, token: string): Failure | null {
  const words = errorOf(answer)
  if (words === null) {
    // This server's own 401, which it gives before it looks at anything else.
    if (answer.status === 401 && rules.isTerse)
      return fail('unauthorized', explainRefusal('unauthorized', ''), answer)
    return null
  }
  const refusal = refusals.find(
    ({ status, says, holds }) =>
      status === answer.status && (says?.test(words) ?? true) && (holds?.(rules) ?? true),
  )
  if (!refusal) return null
  const said = saidBy(answer, token)
  const more = { platformCode: String(answer.status), retryAfterMs: processingPauseMs }
  if (refusal.kind === 'rate_limited')
    return new Failure('rate_limited', `The server is still processing the media.${said}`, more)
  const needsWider = answer.status === 403 && refusal.kind === 'unauthorized'
  return fail(refusal.kind, needsWider ? `${needsScope}${said}` : explainRefusal(refusal.kind, said), answer)
}

function explainRefusal(kind: FailureKind, said: string): string {
  switch (kind) {
    case 'unauthorized':
      return 'The server no longer accepts the access token. Connect the account again.'
    case 'forbidden':
      return `The server does not let this account post this.${said}`
    case 'unknown_outcome':
      return `The server says that this was sent before; the post may be public.${said}`
    default:
      return `The server refused the post.${said}`
  }
}
