import { Problem } from '../../lib/problem.ts'

/** 401 for a request without a session, or with one that has ended; `hasKey`: it carries what may be an API key in its place. */
export function notSignedIn({ hasKey = false } = {}): Problem {
  if (hasKey)
    return new Problem(
      401,
      'not_signed_in',
      'This is for people who are signed in. An API key is good below /v1, and counts for nothing here.',
    )
  return new Problem(401, 'not_signed_in', 'You are not signed in, or your session has ended. Sign in.')
}
