import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Failure, FailureKind } from '../connector.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

export const tokenEnded =
  'The server no longer accepts the sign-in of this account. Connect the account again.'
export const banned = 'The server has banned this account.'

/** Releases may differ in the status of a code, so that it is taken with every status of a refusal. */
function named(kind: FailureKind, text: string, ...codes: readonly string[]): Refusal {
  const statuses = ['400', '401', '403', '404', '422']
  return { answers: codes.flatMap((code) => statuses.map((status) => `${status} ${code}`)), kind, text }
}

/** A limit is said without its end. One more post is let through after a part of the time that the server counts in. */
const usualWaitMs = 60_000

/**
 * Every refusal that is certain to have had no effect: each is given before anything is stored. Codes such as
 * `couldnt_create_post`, `couldnt_like_post`, `couldnt_find_post`, `not_found` and `unknown` prove nothing, because work that follows
 * after a post was stored ends in them too. Source: create_post and create_comment in crates/api_crud, and LemmyErrorType.
 */
const certainRefusals: readonly Refusal[] = [
  { ...named('rate_limited', 'The server asks us to wait.', 'rate_limit_error'), retryAfterMs: usualWaitMs },
  named('unauthorized', tokenEnded, 'incorrect_login', 'not_logged_in'),
  named('account_blocked', banned, 'site_ban'),
  named(
    'forbidden',
    'The account is banned from the community.',
    'banned_from_community',
    'person_is_banned_from_community',
  ),
  named('forbidden', 'Only its moderators post in this community.', 'only_mods_can_post_in_community'),
  named('forbidden', 'A moderator has closed the post, so that it takes no more comments.', 'locked'),
  named('invalid', 'The community or the post was deleted.', 'deleted'),
  named('invalid', 'The server does not find the community.', 'couldnt_find_community'),
  named('invalid', 'The server does not accept this title.', 'invalid_post_title'),
  named('invalid', 'The text is too long for the server.', 'invalid_body_field'),
  named('invalid', 'The alt text is too long for the server.', 'alt_text_length_overflow'),
  named(
    'invalid',
    'The server does not accept the link.',
    'invalid_url',
    'invalid_url_scheme',
    'url_length_overflow',
  ),
  named('invalid', 'The server takes no posts with this link, or with one in the text.', 'blocked_url'),
  named('invalid', 'The text has a word that the server does not allow.', 'slurs'),
  named('invalid', 'The community takes no posts in this language.', 'language_not_allowed'),
  named('invalid', 'The server takes no posts for adults only.', 'nsfw_not_allowed'),
  named('invalid', 'The thread is too deep for the server.', 'max_comment_depth_reached'),
]

const allRefusals: readonly Refusal[] = [
  ...certainRefusals,
  named('forbidden', 'The server does not let people upload pictures.', 'image_upload_disabled'),
  named('forbidden', 'This is a post of another account.', 'no_post_edit_allowed', 'no_comment_edit_allowed'),
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
