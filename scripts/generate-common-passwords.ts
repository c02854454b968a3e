import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'

/** Passwords that are shorter are refused for that alone. */
const leastLetters = 8
const howMany = 10_000
/** The bytes that are kept of each hash. Among 10,000 of them, one password in a hundred million is refused by mistake. */
const bytesEach = 5

/** The list that `people/common-password.ts` reads: the most common passwords, each by the beginning of its SHA-256, in order. */
export function commonPasswordFile(): Buffer {
  const words = [...dictionary['passwords-common']].filter(
    (word) => typeof word === 'string' && word.length >= leastLetters,
  )
  const hashes = words
    .slice(0, howMany)
    .map((word) => createHash('sha256').update(String(word)).digest().subarray(0, bytesEach))
  return Buffer.concat(hashes.sort(Buffer.compare))
}

export const commonPasswordPath = join(import.meta.dirname, '../server/src/people/common-passwords.sha256-40')

if (import.meta.main) writeFileSync(commonPasswordPath, commonPasswordFile())
