import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Failure, FailureKind } from '../connector.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

const tokenEnded = 'The server no longer accepts the access token. Connect the account again.'
export const needsPermissions =
  'The access token does not allow this. Create one that may read the account, write notes and write to the drive, and connect the account again.'
const suspended = 'The server has suspended or disabled this account.'
const moved = 'This account has moved to another server. Connect the new one.'
const refused = 'The server refused the post.'
const notAllowed = 'The server does not let this account post this.'
const refusedFile = 'The server refused the file.'
const noSpace = 'The drive of this account is full. Delete files there, or ask for more space.'
const noEndpoint = 'The server does not know this call. It may be too old, or another program.'

/**
 * Releases and forks differ in the status of a code, so that each code is taken with every status that any of them gives it.
 * A proxy sends no codes, so that nobody but the API says them.
 */
function named(kind: FailureKind, text: string, codes: readonly string[], isQuoting = false): Refusal {
  const answers = codes.flatMap((code) =>
    ['400', '401', '403', '404', '413'].map((status) => `${status} ${code}`),
  )
  return { answers, kind, text, isQuoting }
}

/**
 * Every refusal that is certain to have had no effect: each is given before anything is written. Codes that are not here prove
 * nothing, such as `INTERNAL_ERROR`, and `PROCESSING` of a server that is at work on the same words. Sources: the endpoints
 * `notes/create` and `drive/files/create`, ApiCallService and NoteCreateService of Misskey, Sharkey, CherryPick and Firefish.
 */
const refusals: readonly Refusal[] = [
  named('unauthorized', tokenEnded, ['AUTHENTICATION_FAILED', 'CREDENTIAL_REQUIRED']),
  named('unauthorized', needsPermissions, ['PERMISSION_DENIED']),
  named('account_blocked', suspended, ['YOUR_ACCOUNT_SUSPENDED', 'ACCOUNT_SUSPENDED']),
  named('account_blocked', moved, ['YOUR_ACCOUNT_MOVED', 'ACCOUNT_LOCKED']),
  named('forbidden', notAllowed, ['ROLE_PERMISSION_DENIED', 'ACCESS_DENIED', 'YOU_HAVE_BEEN_BLOCKED'], true),
  named('forbidden', notAllowed, ['REPLY_TO_BOT_NOT_ALLOWED', 'QUOTE_DISABLED_FOR_USER'], true),
  named('forbidden', noEndpoint, ['UNKNOWN_API_ENDPOINT', 'NO_SUCH_ENDPOINT']),
  named('forbidden', noSpace, ['NO_FREE_SPACE']),
  named('invalid', refusedFile, ['INAPPROPRIATE', 'INVALID_FILE_NAME', 'UNALLOWED_FILE_TYPE'], true),
  named('invalid', refusedFile, ['MAX_FILE_SIZE_EXCEEDED', 'COMMENT_TOO_LONG'], true),
  named('invalid', refused, ['INVALID_PARAM', 'CONTENT_REQUIRED', 'MAX_LENGTH', 'MAX_CW_LENGTH'], true),
  named('invalid', refused, ['CONTAINS_PROHIBITED_WORDS', 'CONTAINS_TOO_MANY_MENTIONS'], true),
  named('invalid', refused, ['NO_SUCH_FILE', 'NO_SUCH_CHANNEL', 'NO_SUCH_REPLY_TARGET'], true),
  named('invalid', refused, ['CANNOT_REPLY_TO_A_PURE_RENOTE', 'CANNOT_REPLY_TO_AN_INVISIBLE_NOTE'], true),
  named('invalid', refused, ['CANNOT_CREATE_ALREADY_EXPIRED_POLL', 'NO_SUCH_RENOTE_TARGET'], true),
  named('invalid', refused, ['CANNOT_REPLY_TO_SPECIFIED_VISIBILITY_NOTE_WITH_EXTENDED_VISIBILITY'], true),
  named('invalid', refused, ['CANNOT_RENOTE_TO_A_PURE_RENOTE', 'CANNOT_RENOTE_DUE_TO_VISIBILITY'], true),
  named('invalid', refused, ['CANNOT_RENOTE_OUTSIDE_OF_CHANNEL'], true),
]

/** The failure that an answer means; null where no list says that nothing was done. */
export function readRefusal(
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
): Failure | null {
  return refusalTable(dialect, refusals)(answer, now, secrets)
}
