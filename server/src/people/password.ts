import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { FieldProblem } from '../lib/problem.ts'

// 64 MiB and three passes: above the least that OWASP's password storage page names (19 MiB, two), about 0.1 s.
const strength = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** The least and the most characters (code points) of a password. */
const passwordLength = { min: 8, max: 1_024 }

// Each takes 64 MiB and a core, so that more at once would only be slower.
const atOnce = pLimit(4)

/** An Argon2id hash in its usual text form. Different encodings of a character count as the same one (NFKC). */
export function hashPassword(password: string): Promise<string> {
  // Argon2id is the library's default; its name is a const enum, which type stripping cannot import.
  return atOnce(() => hash(normalize(password), strength))
}

/** Whether the password is the one of the hash. Null in place of a hash takes as long, and no password fits it. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  // Nobody has a longer one, and its normal form would be long to make.
  const text = password.length <= 4 * passwordLength.max ? normalize(password) : ''
  const isRight = await atOnce(() => verify(stored ?? nobody, text))
  return isRight && stored !== null
}

/** Whether a hash was made with other costs than those of today. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = strength
  return !stored.includes(`$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

// A hash with the costs of all others, of random bytes that nobody kept.
const nobody =
  '$argon2id$v=19$m=65536,t=3,p=1$UMpFbt4Sp1MHH/cDttYzUQ$+TXcBnjjW1nkj+Z68i598IDlCCq+WSb8LalawTe345Q'

/** Says what is wrong with a password, or null. */
export function checkPassword(password: string): FieldProblem | null {
  const { min, max } = passwordLength
  const length = [...normalize(password)].length
  if (length >= min && length <= max) return null
  const detail = `A password must have ${min} to ${max} characters; this one has ${length}.`
  return { pointer: '/password', code: 'password_length', detail }
}

function normalize(password: string): string {
  return password.normalize('NFKC')
}
