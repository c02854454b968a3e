import { Problem } from '../../lib/problem.ts'

/** The refusal of a person whose session was ended, or got another token, since their request came. */
export function sessionEnded(): Problem {
  return new Problem(401, 'not_signed_in', 'Your session was ended meanwhile. Sign in.')
}
