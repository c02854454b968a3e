import { isDatabaseError, type Queryable, sql, sqlState } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import type { FieldProblem } from '../lib/problem.ts'
import { invalid, Problem } from '../lib/problem.ts'
import { checkPassword, hashPassword } from './password.ts'

export interface NewUser {
  email: string
  password: string
}

/** Makes a person. Answers their id. @throws Problem 422 with all that is wrong, 409 when the address is taken. */
export async function createUser(tx: Queryable, { email, password }: NewUser): Promise<string> {
  const address = email.trim()
  const problems = [checkEmail(address), checkPassword(password)].filter((problem) => problem !== null)
  if (problems.length > 0) throw invalid(problems)
  const id = newId()
  const passwordHash = await hashPassword(password)
  try {
    await tx.run(
      sql`insert into users (id, email, password_hash) values (${id}, ${address}, ${passwordHash})`,
    )
  } catch (error) {
    if (!isDatabaseError(error, sqlState.uniqueViolation, 'users_email')) throw error
    throw new Problem(409, 'email_taken', `A user with the address ${address} already exists.`)
  }
  return id
}

// The form that browsers accept in a field for an address (WHATWG HTML), ASCII only.
const form =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** The address without spaces around it, in a form that mail can go to. @throws Problem 422 */
export function requireEmail(text: string): string {
  const address = text.trim()
  const problem = checkEmail(address)
  if (problem !== null) throw invalid([problem])
  return address
}

function checkEmail(email: string): FieldProblem | null {
  if (email.length <= 254 && form.test(email)) return null
  return { pointer: '/email', code: 'email_invalid', detail: `"${email}" is not an email address.` }
}
