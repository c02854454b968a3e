import { asObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { Failure } from '../connector.ts'
import { googleDetailOf, googleErrorOf } from '../kit/google/google-errors.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

const accessEnded = 'Google no longer accepts this access. Connect the location again.'

/** Refusals by the reason that an error names. Source: cloud.google.com/apis/design/errors, `google.api.ErrorReason`. */
const byReason: readonly Refusal[] = [
  {
    answers: ['403 ACCESS_TOKEN_SCOPE_INSUFFICIENT'],
    kind: 'unauthorized',
    text: 'This needs a permission that was not given. Connect the location again and allow everything that is asked.',
  },
  {
    answers: [
      '403 SERVICE_DISABLED',
      '403 CONSUMER_SUSPENDED',
      '403 CONSUMER_INVALID',
      '403 USER_PROJECT_DENIED',
    ],
    kind: 'app_unusable',
    text: 'The Google project of this server may not use the Business Profile APIs: one of them is not enabled, or the project is suspended.',
  },
]

/**
 * Refusals by their status, which must have Google's own name for it: the page of a proxy proves nothing. Source: the codes of
 * cloud.google.com/apis/design/errors; a call that is refused by one of them was not carried out.
 */
const byStatus: readonly Refusal[] = [
  { answers: ['401 UNAUTHENTICATED'], kind: 'unauthorized', text: accessEnded },
  {
    answers: ['403 PERMISSION_DENIED'],
    kind: 'forbidden',
    text: 'Google does not let this person post for this location.',
    isQuoting: true,
  },
  {
    answers: ['404 NOT_FOUND'],
    kind: 'forbidden',
    text: 'Google does not find this location: it was removed, or moved to another account. Connect it again.',
  },
  {
    answers: ['400 INVALID_ARGUMENT', '400 FAILED_PRECONDITION'],
    kind: 'invalid',
    text: 'Google refused the post.',
    isQuoting: true,
  },
]

/** For calls that may be repeated: there the number alone is enough. */
const byNumber: readonly Refusal[] = [
  { answers: ['401'], kind: 'unauthorized', text: accessEnded },
  { answers: ['403'], kind: 'forbidden', text: 'Google does not allow it.', isQuoting: true },
  { answers: ['400', '404', '413'], kind: 'invalid', text: 'Google refused it.', isQuoting: true },
]

type Read = (
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
) => Failure | null

/** The refusals that are certain to have had no effect, for the answer to a commit. */
export const readCertainRefusal: Read = (dialect, answer, now, secrets) => {
  if (hasNoQuota(answer)) return new Failure('app_unusable', noQuota, { platformCode: dialect.code(answer) })
  const named: Dialect = { ...dialect, code: (given) => textOf(googleErrorOf(given)?.status) }
  return (
    refusalTable(dialect, byReason)(answer, now, secrets) ??
    refusalTable(named, byStatus)(answer, now, secrets)
  )
}

/** All refusals, for the answer to a call that may be repeated. */
export const readRefusal: Read = (dialect, answer, now, secrets) =>
  readCertainRefusal(dialect, answer, now, secrets) ?? refusalTable(dialect, byNumber)(answer, now, secrets)

const noQuota =
  'Google has not given the project of this server access to the Business Profile APIs yet: its quota is 0. The operator must apply for it.'

/** A project that Google has not approved may make no calls at all: waiting is of no use. Source: developers.google.com/my-business/content/limits. */
function hasNoQuota(answer: OutboundAnswer): boolean {
  const { metadata } = googleDetailOf(googleErrorOf(answer), 'ErrorInfo') ?? {}
  return answer.status === 429 && textOf(asObject(metadata)?.quota_limit_value) === '0'
}
