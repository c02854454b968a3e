import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Failure } from '../connector.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

const accessEnded = 'Pinterest no longer accepts the access. Connect the account again.'

/**
 * The refusals that are certain to have had no effect, also as the answer to a commit. The numbers of errors are no stable list,
 * so the status decides, and then the words; but words there must be, as Pinterest writes them.
 * Source: the answers that Pinterest’s description of its API names for `POST /pins`.
 */
const certainRefusals: readonly Refusal[] = [
  {
    answers: ['401', '403'],
    says: /consumer type is not supported/i,
    kind: 'app_unusable',
    text: 'Pinterest has not approved the app of this server yet.',
  },
  {
    answers: ['403 29'],
    kind: 'app_unusable',
    text: 'The app of this server has trial access, with which Pinterest makes Pins in its sandbox alone. The operator must ask Pinterest for standard access.',
  },
  {
    answers: ['401 3', '403 3'],
    kind: 'unauthorized',
    text: 'This needs a permission that was not given. Connect the account again and allow everything that is asked.',
  },
  { answers: ['401'], says: /^/, kind: 'unauthorized', text: accessEnded },
  {
    answers: ['403'],
    says: /^/,
    kind: 'forbidden',
    text: 'Pinterest does not let this account do this.',
    isQuoting: true,
  },
  {
    answers: ['404'],
    says: /^/,
    kind: 'invalid',
    text: 'Pinterest does not find the board, or a part of the Pin.',
    isQuoting: true,
  },
  { answers: ['400'], says: /^/, kind: 'invalid', text: 'Pinterest refused the Pin.', isQuoting: true },
]

/** For calls that may be repeated: there the status alone is enough. */
const allRefusals: readonly Refusal[] = [
  ...certainRefusals,
  { answers: ['401'], kind: 'unauthorized', text: accessEnded },
  { answers: ['403'], kind: 'forbidden', text: 'Pinterest does not let this account do this.' },
  { answers: ['400', '404', '413', '415', '422'], kind: 'invalid', text: 'Pinterest refused it.' },
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
