import { Problem } from '../../lib/problem.ts'

/** 401 for a request without a session, or with one that has ended. */
export function notSignedIn(): Problem {
  return new Problem(401, 'not_signed_in', 'You are not signed in, or your session has ended. Sign in.')
}
