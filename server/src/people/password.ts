import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { FieldProblem } from '../lib/problem.ts'
import { sentence, type Words } from '../lib/text/sentence.ts'
import { type BreachCheck, isBreachedPassword } from './breached-password.ts'
import { isCommonPassword } from './common-password.ts'

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
  // No stored password is longer, and normalizing a huge one would take long.
  const text = password.length <= 4 * passwordLength.max ? normalize(password) : ''
  const isRight = await atOnce(() => verify(stored ?? nobody, text))
  return isRight && stored !== null
}

/** Whether a hash was made with other costs than those of today. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = strength
  return !stored.includes(`$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

// A hash with the usual costs, of random bytes that were thrown away.
const nobody =
  '$argon2id$v=19$m=65536,t=3,p=1$UMpFbt4Sp1MHH/cDttYzUQ$+TXcBnjjW1nkj+Z68i598IDlCCq+WSb8LalawTe345Q'

/**
 * Says what is wrong with a new password of a person, or null. It may wait a second for the service that knows passwords of
 * breaches, so no connection to the database is held meanwhile.
 */
export async function checkPassword(
  check: BreachCheck,
  password: string,
  email = '',
): Promise<FieldProblem | null> {
  const fault = findFault(password, email)
  if (fault !== null || !(await isBreachedPassword(check, normalize(password)))) return fault
  return refusal(
    'password_breached',
    'This password has become public in a breach elsewhere, so it is tried by those who guess. Choose another one.',
  )
}

/**
 * Says what is wrong with a password by itself, or null. Everything that people try first when they guess is refused: common
 * passwords, the person's own address, the name of this product.
 */
export function findFault(password: string, email = ''): FieldProblem | null {
  const { min, max } = passwordLength
  const text = normalize(password)
  const length = [...text].length
  if (length < min || length > max)
    return refusal(
      'password_length',
      sentence('A password must have {min} to {max} characters; this one has {count}.', {
        min,
        max,
        count: length,
      }),
    )
  if (isOfPerson(text, email))
    return refusal('password_guessable', 'This password is made of your own address. Choose another one.')
  if (isCommonPassword(text))
    return refusal(
      'password_common',
      'This password is among those that are tried first. Choose another one, such as three words that have nothing in common.',
    )
  return null
}

function refusal(code: string, detail: Words): FieldProblem {
  return { pointer: '/password', code, detail }
}

/** Whether a password is the address, a part of it or one of them twice, with digits and signs around it. */
function isOfPerson(password: string, email: string): boolean {
  const address = email.trim().toLowerCase()
  const [local = '', host = ''] = address.split('@')
  const parts = [address, local, host].filter((part) => part.length >= 4)
  const bare = lettersAndSigns(password)
  return parts.some((part) => [part, part + part].some((each) => bare === lettersAndSigns(each)))
}

/** Takes away digits and signs before and after it, and makes the letters small. */
function lettersAndSigns(text: string): string {
  const letters = [...text.toLowerCase()]
  const isLetter = (each: string) => /\p{L}/u.test(each)
  return letters.slice(letters.findIndex(isLetter), letters.findLastIndex(isLetter) + 1).join('')
}

function normalize(password: string): string {
  return password.normalize('NFKC')
}
