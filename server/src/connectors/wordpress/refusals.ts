import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Failure } from '../connector.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

export const passwordEnded =
  'The site no longer accepts the application password. Create a new one there, and connect the account again.'
const pageInstead =
  'The site answered with a page in place of its API. A security plugin or the host blocks it: allow the REST API there.'
const moved = 'The API of the site is no longer where it was. Connect the account again.'

/**
 * Refusals of the API itself, each of which is certain to have had no effect: permissions and parameters are looked at before
 * anything is stored. A wrong password is no code of its own: the site treats the call as one of a stranger. Sources:
 * WP_REST_Server::respond_to_request, and the controllers of posts, attachments and comments; each was seen on a WordPress 6.1.
 */
const certainRefusals: readonly Refusal[] = [
  { answers: ['401'], says: /^/, kind: 'unauthorized', text: passwordEnded },
  {
    answers: ['403 rest_cannot_publish'],
    says: /^/,
    kind: 'forbidden',
    text: 'This user may not publish there. Give it the role Author or Editor.',
  },
  {
    answers: ['403 rest_comment_closed'],
    says: /^/,
    kind: 'forbidden',
    text: 'The post takes no comments, so the first comment cannot be made.',
  },
  {
    answers: ['404 rest_no_route'],
    says: /^/,
    kind: 'forbidden',
    text: 'The site no longer offers this API.',
  },
  {
    // Somebody who may not moderate waits a quarter of a minute between two comments.
    answers: ['400 comment_flood', '429 comment_flood'],
    says: /^/,
    kind: 'rate_limited',
    text: 'The site asks us to wait: too many comments.',
    retryAfterMs: 20_000,
  },
  {
    answers: ['403'],
    says: /^/,
    kind: 'forbidden',
    text: 'The site does not let this user do this.',
    isQuoting: true,
  },
  { answers: ['400'], says: /^/, kind: 'invalid', text: 'The site refused it.', isQuoting: true },
]

/** For calls that may be repeated. An upload that is refused for good is answered 500. */
const allRefusals: readonly Refusal[] = [
  ...certainRefusals,
  {
    answers: ['500 rest_upload_unknown_error', '500 rest_upload_sideload_error'],
    says: /^/,
    kind: 'invalid',
    text: 'The site does not take this file.',
    isQuoting: true,
  },
  { answers: ['413'], kind: 'invalid', text: 'The site takes no file of this size.' },
  { answers: ['401'], kind: 'unauthorized', text: 'The site asks for another sign-in before its API.' },
  { answers: ['403', '406'], kind: 'forbidden', text: pageInstead },
  // The owner may have changed the form of its links, or its name: the next refresh finds the API again.
  { answers: ['301', '302', '307', '308', '405'], kind: 'unauthorized', text: moved },
  { answers: ['404', '410'], says: /^/, kind: 'invalid', text: 'The site refused it.', isQuoting: true },
  { answers: ['404', '410'], kind: 'unauthorized', text: moved },
]

/** The certain refusals, for the answer to a commit. */
export function readCertainRefusal(
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
): Failure | null {
  return refusalTable(dialect, certainRefusals)(answer, now, secrets)
}

/** All refusals, for the answer to a call that may be repeated. */
export function readRefusal(
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
): Failure | null {
  return refusalTable(dialect, allRefusals)(answer, now, secrets)
}
