import { type Database, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { hashPassword, isOutdated, verifyPassword } from '../password.ts'
import { type BegunSession, type Browser, beginSession } from '../sessions/begin-session.ts'
import { countSignIn, forgetSignIn } from './sign-in-limit.ts'

export interface SignInInput {
  readonly email: string
  readonly password: string
}

/**
 * Signs a person in by password. An address that nobody has is answered as a wrong password is, in the same words and after
 * the same work.
 * @throws Problem 401 `sign_in_failed`, 429 `too_many_sign_ins`
 */
export async function signIn(
  db: Database,
  { email, password }: SignInInput,
  browser: Browser,
): Promise<BegunSession> {
  await countSignIn(db, email, browser.ip)
  const user = await db.row<{ id: string; password_hash: string }>(
    sql`select id, password_hash from users where lower(email) = lower(${email.trim()})`,
  )
  const isRight = await verifyPassword(user?.password_hash ?? null, password)
  if (user === null || !isRight)
    throw new Problem(401, 'sign_in_failed', 'The address or the password is wrong.')
  await forgetSignIn(db, email, browser.ip)
  if (isOutdated(user.password_hash)) await rehash(db, user, password)
  return beginSession(db, user.id, browser)
}

/** Hashes the password anew with today's costs, unless it was changed meanwhile. */
async function rehash(
  db: Database,
  user: { id: string; password_hash: string },
  password: string,
): Promise<void> {
  const hash = await hashPassword(password)
  await db.run(sql`
    update users set password_hash = ${hash} where id = ${user.id} and password_hash = ${user.password_hash}`)
}
