import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Failure } from '../connector.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const accessEnded = 'Tumblr no longer accepts the access. Connect the account again.'
const today = 'Tumblr takes no more of this from the account today.'

/**
 * The refusals that are certain to have had no effect, also as the answer to a post. Tumblr's own words must come with each: the page
 * of a proxy proves nothing. Source: github.com/tumblr/docs, api.md, Errors and Error Subcodes. The codes of 500 are not among
 * them: a server that failed may have made the post.
 */
const certainRefusals: readonly Refusal[] = [
  {
    // A video that is still processed is also refused with 8004, which usually means the day.
    answers: ['403 8010'],
    says: /^/,
    kind: 'rate_limited',
    text: 'Tumblr still processes an earlier video of the account, and takes one at a time.',
    retryAfterMs: 2 * minuteMs,
  },
  {
    answers: ['403 8004', '403 8011', '403 8022', '403 8023'],
    says: /^/,
    kind: 'rate_limited',
    text: today,
    isQuoting: true,
    retryAfterMs: hourMs,
  },
  {
    answers: ['400 8005'],
    says: /^/,
    kind: 'invalid',
    text: 'Tumblr cannot read a picture or a video of the post.',
    isQuoting: true,
  },
  { answers: ['401'], says: /^/, kind: 'unauthorized', text: accessEnded },
  {
    answers: ['403 8008', '403'],
    says: /^/,
    kind: 'forbidden',
    text: 'Tumblr does not let the account do this.',
    isQuoting: true,
  },
  {
    answers: ['404'],
    says: /^/,
    kind: 'unauthorized',
    text: 'Tumblr finds no such blog any more. If it was deleted, connect another one.',
  },
  // 8001, 8002 and 8016 among them.
  { answers: ['400'], says: /^/, kind: 'invalid', text: 'Tumblr refused it.', isQuoting: true },
]

/** For calls that may be repeated: there the status alone is enough. */
const allRefusals: readonly Refusal[] = [
  ...certainRefusals,
  { answers: ['401'], kind: 'unauthorized', text: accessEnded },
  { answers: ['403'], kind: 'forbidden', text: 'Tumblr does not let the account do this.' },
  { answers: ['400', '404', '413'], kind: 'invalid', text: 'Tumblr refused it.' },
]

type Read = (
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
) => Failure | null

/** The certain refusals, for the answer to a commit. */
export const readCertainRefusal: Read = (dialect, answer, now, secrets) =>
  refusalTable(dialect, certainRefusals)(answer, now, secrets)

/** All refusals, for the answer to a call that may be repeated. */
export const readRefusal: Read = (dialect, answer, now, secrets) =>
  refusalTable(dialect, allRefusals)(answer, now, secrets)
