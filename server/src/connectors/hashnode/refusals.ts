import type { Dialect, ReadRefusal, Refusal } from '../kit/json-api.ts'
import { refusalTable } from '../kit/json-api.ts'

/** An error with its code comes with status 200, and from some servers of GraphQL with the status that it means. */
const answersOf = (code: string, status: number): string[] => [`200 ${code}`, `${status} ${code}`]

export const withoutPlan =
  'The publication has no Pro plan, without which Hashnode takes no articles by its API. Its owner chooses a plan in the dashboard of the publication.'

const refusedToken = 'Hashnode does not accept this access token. Copy it again, or create a new one.'

const endedToken =
  'Hashnode no longer accepts the access token, or the person has deactivated the account. Create a new token there, and connect the account again.'

/**
 * Refusals by the codes that Hashnode gives. It names a closed list of them, and everything else is
 * INTERNAL_SERVER_ERROR, which proves nothing. Source: github.com/Hashnode/gql-skill, errors-and-limits.md.
 */
const refusals: readonly Refusal[] = [
  { answers: answersOf('UNAUTHENTICATED', 401), kind: 'unauthorized', text: endedToken },
  { answers: answersOf('FORBIDDEN', 403), says: /\bPro plan\b/i, kind: 'forbidden', text: withoutPlan },
  {
    answers: answersOf('FORBIDDEN', 403),
    kind: 'forbidden',
    text: 'Hashnode does not let this account do this.',
    isQuoting: true,
  },
  {
    answers: answersOf('BAD_USER_INPUT', 400),
    kind: 'invalid',
    text: 'Hashnode refused the article.',
    isQuoting: true,
  },
]

const missing: Refusal = {
  answers: answersOf('NOT_FOUND', 404),
  kind: 'invalid',
  text: 'Hashnode does not find something that the article names, such as its publication, series or author.',
  isQuoting: true,
}

const tooLarge: Refusal = {
  answers: ['413'],
  kind: 'invalid',
  text: 'Hashnode takes no article of this length.',
}

const withoutDraft: Refusal = {
  answers: answersOf('NOT_FOUND', 404),
  kind: 'invalid',
  text: 'The draft of this article is gone: somebody deleted it, or published it there. Look at the publication before you publish the post again.',
}

/** The refusals of a call that may be repeated. */
export const refusalsOf = (dialect: Dialect): ReadRefusal =>
  refusalTable(dialect, [...refusals, missing, tooLarge])

/** The refusals while a person fills in the form. */
export const formRefusalsOf = (dialect: Dialect): ReadRefusal => {
  const [first, ...others] = refusals
  return refusalTable(dialect, [...(first ? [{ ...first, text: refusedToken }] : []), ...others, missing])
}

/** The refusals of the commit, each of which is certain to have had no effect. */
export const certainRefusalsOf = (dialect: Dialect): ReadRefusal =>
  refusalTable(dialect, [...refusals, withoutDraft])
