import { isDatabaseError, type Queryable, sql, sqlState } from '../db/database.ts'
import { isEmailAddress } from '../lib/addresses/email-address.ts'
import { newId } from '../lib/id.ts'
import type { FieldProblem } from '../lib/problem.ts'
import { invalid, Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import type { Locale } from '../words/locales.ts'
import type { BreachCheck } from './breached-password.ts'
import { checkPassword, hashPassword } from './password.ts'

export interface NewUser {
  email: string
  /** Null for somebody who signs in without one. */
  password: string | null
}

/** A person whose password is checked and hashed, so that no connection to the database waits for that. */
export interface PreparedUser {
  readonly email: string
  readonly passwordHash: string | null
  /** Whether nothing shows that the address is theirs. */
  readonly isAddressUnproven?: boolean
  /** The language in which the app was shown to them; nothing where that is not known. */
  readonly shownLanguage?: Locale | undefined
}

/** @throws Problem 422 with all that is wrong */
export async function prepareUser(check: BreachCheck, { email, password }: NewUser): Promise<PreparedUser> {
  const address = email.trim()
  const wrongPassword = password === null ? null : await checkPassword(check, password, address)
  const problems = [checkEmail(address), wrongPassword].filter((problem) => problem !== null)
  if (problems.length > 0) throw invalid(problems)
  return { email: address, passwordHash: password === null ? null : await hashPassword(password) }
}

/** Makes a person. Answers their id. @throws Problem 409 `email_taken` */
export async function insertUser(
  tx: Queryable,
  { email, passwordHash, isAddressUnproven = false, shownLanguage }: PreparedUser,
): Promise<string> {
  const id = newId()
  try {
    await tx.run(sql`
      insert into users (id, email, password_hash, is_address_unproven, shown_language)
      values (${id}, ${email}, ${passwordHash}, ${isAddressUnproven}, ${shownLanguage ?? null})`)
  } catch (error) {
    if (!isDatabaseError(error, sqlState.uniqueViolation, 'users_email')) throw error
    throw new Problem(
      409,
      'email_taken',
      sentence('A user with the address {email} already exists.', { email }),
    )
  }
  return id
}

/** The address without spaces around it, in a form that mail can go to. @throws Problem 422 */
export function requireEmail(text: string): string {
  const address = text.trim()
  const problem = checkEmail(address)
  if (problem !== null) throw invalid([problem])
  return address
}

function checkEmail(email: string): FieldProblem | null {
  if (isEmailAddress(email)) return null
  return {
    pointer: '/email',
    code: 'email_invalid',
    detail: sentence('"{email}" is not an email address.', { email }),
  }
}
