import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { Failure } from '../connector.ts'
import { type Dialect, quoteAnswer, type Refusal, refusalTable } from '../kit/json-api.ts'
import { readBreak } from './rate-limit.ts'

const accessEnded = 'Reddit no longer accepts the access. Connect the account again.'

/** The codes that a form may be refused with, and nothing made. Each also comes as the reason of an answer with a status of its own. */
const formRefusals: readonly (Omit<Refusal, 'answers'> & { readonly codes: readonly string[] })[] = [
  { codes: ['USER_REQUIRED'], kind: 'unauthorized', text: accessEnded },
  {
    codes: ['SUBREDDIT_NOEXIST', 'SUBREDDIT_REQUIRED', 'BAD_SR_NAME'],
    kind: 'invalid',
    text: 'Reddit has no such community. Check the name.',
  },
  {
    codes: ['SUBREDDIT_NOTALLOWED', 'SUBREDDIT_NO_ACCESS', 'USER_BLOCKED', 'BANNED_FROM_SUBREDDIT'],
    kind: 'forbidden',
    text: 'Reddit does not let this account post there.',
    isQuoting: true,
  },
  {
    codes: ['VERIFIED_USER_REQUIRED', 'QUARANTINE_REQUIRES_VERIFICATION', 'BAD_CAPTCHA'],
    kind: 'forbidden',
    text: 'Reddit wants the person to prove something first: to confirm a mail address, or that they are no robot.',
    isQuoting: true,
  },
  {
    codes: ['NO_SELFS', 'NO_LINKS', 'NO_IMAGES', 'NO_VIDEOS', 'NO_GALLERIES', 'NO_SPOILERS'],
    kind: 'invalid',
    text: 'The community takes no posts of this kind.',
    isQuoting: true,
  },
  {
    codes: ['THREAD_LOCKED', 'TOO_OLD', 'DELETED_LINK', 'DELETED_COMMENT'],
    kind: 'invalid',
    text: 'Nobody can comment there any more.',
    isQuoting: true,
  },
  {
    codes: [
      ...['NO_TEXT', 'NO_URL', 'BAD_URL', 'DOMAIN_BANNED', 'TOO_LONG', 'TOO_SHORT', 'INVALID_OPTION'],
      ...['MISSING_VIDEO_URLS', 'IMAGE_ERROR', 'BAD_IMAGE', 'BAD_FLAIR_TARGET', 'FLAIR_REQUIRED'],
      ...['SUBREDDIT_LINKING_DISALLOWED', 'SUBREDDIT_OUTBOUND_LINKING_DISALLOWED'],
      ...['USERNAME_LINKING_DISALLOWED', 'USERNAME_OUTBOUND_LINKING_DISALLOWED'],
    ],
    kind: 'invalid',
    text: 'Reddit refused the post.',
    isQuoting: true,
  },
]

const tooOften: readonly string[] = ['RATELIMIT', 'SUBREDDIT_RATELIMIT', 'QUOTA_FILLED']

/** The rules of a community, which are looked at before a post is made: one code for each rule. */
const ruleBroken = /^SUBMIT_VALIDATION_[A-Z_]{1,60}$/

const statuses = ['200', '400', '403', '404', '409', '422']

/** Refusals by their status, which Reddit's own words must come with: the page of a proxy proves nothing. */
const byStatus: readonly Refusal[] = [
  {
    answers: ['403 insufficient_scope'],
    kind: 'unauthorized',
    text: 'This needs a permission that was not given. Connect the account again and allow everything that is asked.',
  },
  { answers: ['401'], says: /^/, kind: 'unauthorized', text: accessEnded },
  {
    answers: ['403'],
    says: /^/,
    kind: 'forbidden',
    text: 'Reddit does not let this account do this: the community may be private, or the account banned there.',
    isQuoting: true,
  },
  {
    answers: ['404'],
    says: /^/,
    kind: 'invalid',
    text: 'Reddit does not find the community, or the post to comment on.',
    isQuoting: true,
  },
  { answers: ['400'], says: /^/, kind: 'invalid', text: 'Reddit refused the post.', isQuoting: true },
]

/** For calls that may be repeated: there the status alone is enough. */
const byNumber: readonly Refusal[] = [
  { answers: ['401'], kind: 'unauthorized', text: accessEnded },
  { answers: ['403'], kind: 'forbidden', text: 'Reddit does not let this account do this.' },
  { answers: ['400', '404', '413', '415', '422'], kind: 'invalid', text: 'Reddit refused it.' },
]

const certain: readonly Refusal[] = [
  ...formRefusals.map(({ codes, ...refusal }) => ({
    ...refusal,
    answers: codes.flatMap((code) => statuses.map((status) => `${status} ${code}`)),
  })),
  ...byStatus,
]

type Read = (
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
) => Failure | null

/**
 * The refusals that are certain to have had no effect, for the answer to a commit. `ALREADY_SUB` is not among them: the link that is
 * there may be ours.
 */
export const readCertainRefusal: Read = (dialect, answer, now, secrets) => {
  const code = dialect.code(answer)
  const words = dialect.words(answer)
  if (code === 'ALREADY_SUB') return null
  const isListed = statuses.includes(String(answer.status))
  if (isListed && code !== null && tooOften.includes(code)) {
    const text = quoteAnswer('Reddit lets this account post only now and then.', words, secrets)
    return new Failure('rate_limited', text, { platformCode: code, retryAfterMs: readBreak(answer, words) })
  }
  if (isListed && code !== null && ruleBroken.test(code)) {
    const text = quoteAnswer('A rule of the community does not allow this post.', words, secrets)
    return new Failure('invalid', text, { platformCode: code })
  }
  return refusalTable(dialect, certain)(answer, now, secrets)
}

/** All refusals, for the answer to a call that may be repeated. */
export const readRefusal: Read = (dialect, answer, now, secrets) =>
  readCertainRefusal(dialect, answer, now, secrets) ??
  refusalTable(dialect, [...byStatus, ...byNumber])(answer, now, secrets) ??
  refusedForm(dialect, answer, secrets)

/** A form that was refused with a code of which we know nothing. */
function refusedForm(dialect: Dialect, answer: OutboundAnswer, secrets: readonly string[]): Failure | null {
  const code = dialect.code(answer)
  if (answer.status !== 200 || code === null) return null
  const text = sentence('Reddit refused it with {code}.', { code: code.slice(0, 60) })
  return new Failure('invalid', quoteAnswer(text, dialect.words(answer), secrets), { platformCode: code })
}
