import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { Failure } from '../connector.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
// Limits are counted in a sliding minute, and no header says when one is over (developers.tiktok.com/doc/tiktok-api-v2-rate-limit).
const usualPauseMs = 60_000

const accessEnded = 'TikTok no longer accepts this access. Connect the account again.'

export const notAudited =
  'TikTok has not audited the app of this server. Until then it takes only posts that nobody else can see, of accounts that are private: choose “private”, and make the account private in TikTok. The operator of this server can ask TikTok for the audit.'

export const blocked = 'TikTok has banned this account from posting.'

/** The code decides, and comes with one status or another: refusals of limits also with 200. */
function codes(...names: readonly string[]): string[] {
  return names.flatMap((name) => ['200', '400', '401', '403'].map((status) => `${status} ${name}`))
}

/**
 * The refusals that are certain to have had no effect, also as the answer to a commit.
 * Sources: developers.tiktok.com/doc/content-posting-api-reference-direct-post, …-photo-post, …-upload-video, …-query-creator-info.
 */
const certainRefusals: readonly Refusal[] = [
  { answers: codes('access_token_invalid'), kind: 'unauthorized', text: accessEnded },
  {
    answers: codes('scope_not_authorized', 'scope_permission_missed'),
    kind: 'unauthorized',
    text: 'This needs a permission that was not given. Connect the account again and allow everything.',
  },
  {
    answers: codes('rate_limit_exceeded'),
    kind: 'rate_limited',
    text: 'TikTok asks us to wait: too many requests.',
    retryAfterMs: usualPauseMs,
  },
  {
    answers: codes('spam_risk_too_many_posts'),
    kind: 'rate_limited',
    text: 'This account has as many posts as TikTok takes from programs in a day, whichever program they came from.',
    retryAfterMs: dayMs,
  },
  {
    answers: codes('spam_risk_too_many_pending_share'),
    kind: 'forbidden',
    text: 'Too many drafts wait in the inbox of this account. Post or delete some of them in the TikTok app, then publish this one again.',
  },
  { answers: codes('spam_risk_user_banned_from_posting'), kind: 'account_blocked', text: blocked },
  {
    answers: codes('spam_risk', 'spam_risk_text'),
    kind: 'invalid',
    text: 'TikTok takes this post for spam.',
    isQuoting: true,
  },
  {
    answers: codes('reached_active_user_cap'),
    kind: 'rate_limited',
    text: 'As many people have published with the app of this server as TikTok allows it in a day.',
    retryAfterMs: hourMs,
  },
  {
    answers: codes('unaudited_client_can_only_post_to_private_accounts'),
    kind: 'forbidden',
    text: notAudited,
  },
  {
    answers: codes('url_ownership_unverified'),
    kind: 'forbidden',
    text: 'TikTok fetches photos only from addresses that its app has verified. The operator of this server must add its address to the URL properties of the app.',
  },
  {
    answers: codes('privacy_level_option_mismatch'),
    kind: 'invalid',
    text: 'TikTok does not offer this privacy to the account now. Choose who can see the post anew.',
  },
  {
    answers: codes('app_version_check_failed'),
    kind: 'invalid',
    text: 'The TikTok app on the phone of this account is too old to take a draft of photos. Update it first.',
  },
  {
    answers: codes('invalid_param', 'invalid_params'),
    kind: 'invalid',
    text: 'TikTok refused the post.',
    isQuoting: true,
  },
]

/** The certain refusals, for the answer to a commit. */
export function readCertainRefusal(
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
): Failure | null {
  return patient(refusalTable(dialect, certainRefusals)(answer, now, secrets))
}

/** All refusals, for calls that may be repeated: there the status alone is enough. */
export function readRefusal(
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
): Failure | null {
  const rows: Refusal[] = [
    ...certainRefusals,
    { answers: ['401'], kind: 'unauthorized', text: accessEnded },
    { answers: ['403'], kind: 'forbidden', text: 'TikTok does not allow it.', isQuoting: true },
    { answers: ['400', '404'], kind: 'invalid', text: 'TikTok refused it.', isQuoting: true },
  ]
  return patient(refusalTable(dialect, rows)(answer, now, secrets))
}

/** A limit without a time of its own. */
function patient(failure: Failure | null): Failure | null {
  if (failure?.kind !== 'rate_limited' || failure.retryAfterMs !== null) return failure
  const { words, platformCode } = failure
  return new Failure('rate_limited', words, { platformCode, retryAfterMs: usualPauseMs })
}
