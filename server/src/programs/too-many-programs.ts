import { Problem } from '../lib/problem.ts'

/** 429 for programs that come faster than people could let them in. */
export function tooManyPrograms(retryAfterSeconds: number): Problem {
  return new Problem(
    429,
    'too_many_registrations',
    'Too many programs registered themselves here. Wait a while before you try again.',
    { retryAfterSeconds },
  )
}
