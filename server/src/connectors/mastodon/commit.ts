import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { sentence } from '../../lib/text/sentence.ts'
import type { CommitStep, Committed, FailureKind, Io, PublishedPost } from '../connector.ts'
import { bearer, quoteAnswer, type Refusal, refusalTable } from '../kit/json-api.ts'
import { blocked, dialect, errorOf, failureOf, isBlocked, needsScope, tokenEnded } from './api.ts'
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
  const failure = refusalTable(dialect, refusals(rulesFor(step.account)))(answer, io.now(), [token])
  if (failure) throw failure
  const { status } = answer
  const text = sentence('The server answered with status {status}; the post may be public.', { status })
  throw failureOf('unknown_outcome', quoteAnswer(text, errorOf(answer), [token]), answer)
}

/** A post as the API shows it; null if it has no id, as some servers answer to a call that did nothing. */
export function readPost(step: CommitStep, json: OutboundAnswer['json']): PublishedPost | null {
  const body = asObject(json)
  const id = textOf(body?.id)
  if (id === null) return null
  const uri = textOf(body?.uri)
  const shown = readWebAddress(textOf(body?.url)) ?? readWebAddress(uri)
  const url =
    shown ?? new URL(`/web/statuses/${encodeURIComponent(id)}`, readSettings(step.account).instance).href
  return { remoteId: id, url, reference: { uri } }
}

const sentBefore = 'The server says that this was sent before; the post may be public.'
const stillProcessing = 'The server is still processing the media.'
const refused = 'The server refused the post.'
const anyWords = /^/

/**
 * Every refusal that is certain to have had no effect, in the order in which they are tried, and answers that look like
 * one but are evidence that the post may stand there already: then nothing is certain. All of them carry the API's own
 * `{"error": …}`; the page of a proxy before the server proves nothing.
 * Sources: docs.joinmastodon.org, methods/statuses; Mastodon's PostStatusService and Api::BaseController; GoToSocial's
 * processing/status; Pixelfed's ApiV1Controller; Hollo's api/v1/statuses.
 */
const refusals = (rules: Software): Refusal[] => [
  // The media are bound to a post, which may be the one whose answer was lost.
  quoted('422', /already (?:attached|used)|^media not found$/i, 'unknown_outcome', sentBefore),
  quoted('400', /already attached|duplicate idempotency key/i, 'unknown_outcome', sentBefore),
  {
    ...quoted('422', /not finished processing|not ready/i, 'rate_limited', stillProcessing),
    retryAfterMs: 5_000,
  },
  ...(rules.refusesWith400 ? [quoted('400', anyWords, 'invalid', refused)] : []),
  // A terse server's own 401 comes before it looks at anything else.
  { answers: ['401'], says: rules.isTerse ? null : anyWords, kind: 'unauthorized', text: tokenEnded },
  quoted('403', /scope|invalid credentials/i, 'unauthorized', needsScope),
  quoted('403', isBlocked, 'account_blocked', blocked),
  quoted('403', anyWords, 'forbidden', 'The server does not let this account post this.'),
  quoted('404', anyWords, 'invalid', refused),
  quoted('422', anyWords, 'invalid', refused),
]

function quoted(status: string, says: RegExp, kind: FailureKind, text: string): Refusal {
  return { answers: [status], says, kind, text, isQuoting: true }
}
