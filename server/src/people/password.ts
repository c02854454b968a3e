import { hash } from '@node-rs/argon2'
import type { FieldProblem } from '../lib/problem.ts'

// 64 MiB and three passes: above the least that OWASP's password storage page names (19 MiB, two), about 0.1 s.
const strength = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** The least and the most characters (code points) of a password. */
const passwordLength = { min: 8, max: 1_024 }

/** An Argon2id hash in its usual text form. Different encodings of a character count as the same one (NFKC). */
export function hashPassword(password: string): Promise<string> {
  // Argon2id is the library's default; its name is a const enum, which type stripping cannot import.
  return hash(normalize(password), strength)
}

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
