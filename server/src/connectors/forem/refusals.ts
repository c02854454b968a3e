import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Failure } from '../connector.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

const keyRefused =
  'The community no longer accepts the API key, or has suspended the account. Create a new key there, and connect the account again.'
const draftGone =
  'The draft of this article was deleted there before it was published. Publish the post again.'

/**
 * Refusals in the words of the community itself, each of which is certain to have had no effect: who calls is looked at first,
 * and an article that is not valid is not stored. Sources: Api::V1::ApiController, Api::ArticlesController and
 * Articles::Updater of Forem.
 */
const certainRefusals: readonly Refusal[] = [
  { answers: ['401'], says: /^/, kind: 'unauthorized', text: keyRefused },
  {
    answers: ['403'],
    says: /^/,
    kind: 'forbidden',
    text: 'The community does not let this account do this.',
    isQuoting: true,
  },
  {
    answers: ['400', '422'],
    says: /^/,
    kind: 'invalid',
    text: 'The community refused the article.',
    isQuoting: true,
  },
  { answers: ['404'], says: /^/, kind: 'invalid', text: draftGone },
]

const fiveMinutesMs = 5 * 60_000

const allRefusals: readonly Refusal[] = [
  {
    // Source: title_unique_for_user_past_five_minutes of Article, for new articles alone.
    answers: ['422'],
    says: /in the last five minutes/i,
    kind: 'rate_limited',
    text: 'The community takes no second article with this title within five minutes.',
    retryAfterMs: fiveMinutesMs,
  },
  ...certainRefusals,
  { answers: ['413'], kind: 'invalid', text: 'The community takes no article of this length.' },
]

/** The certain refusals, for the answer to a commit; null for anything else. */
export function readCertainRefusal(
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
): Failure | null {
  return refusalTable(dialect, certainRefusals)(answer, now, secrets)
}

/** All refusals, for the answer to a call that may be repeated; null for anything else. */
export function readRefusal(
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
): Failure | null {
  return refusalTable(dialect, allRefusals)(answer, now, secrets)
}
