import { Problem } from '../../lib/problem.ts'

/** 403 for a code that is wrong, or was used before. */
export function wrongCode(): Problem {
  return new Problem(403, 'wrong_code', 'The code is wrong, or it was used already. Wait for the next one.')
}

/** 409 where the person has no second factor. */
export function twoFactorOff(): Problem {
  return new Problem(409, 'two_factor_off', 'You have no app for codes.')
}
