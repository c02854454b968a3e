import { type Database, type Queryable, sql } from '../../db/database.ts'
import { isEmailAddress } from '../../lib/addresses/email-address.ts'
import { Problem } from '../../lib/problem.ts'
import { hashPassword, isOutdated, verifyPassword } from '../password.ts'
import type { BegunSession, Browser } from '../sessions/begin-session.ts'
import { beginOrAsk, sessionOf } from '../two-factor/second-factor.ts'
import { hasTwoFactor } from '../two-factor/spend-code.ts'
import { recordFailedSignIn } from './record-failed-sign-in.ts'
import { countSignIn, forgetNetwork, forgetSignIn } from './sign-in-limit.ts'

export interface SignInInput {
  readonly email: string
  readonly password: string
}

interface User {
  readonly id: string
  /** Null for somebody who signs in without a password. */
  readonly hash: string | null
}

/**
 * Signs a person in by password. An address that nobody has is answered as a wrong password is, in the same words and after
 * the same work. Somebody with a second factor is asked for it, and has no session until it is given.
 * @throws Problem 401 `sign_in_failed` or `second_factor_needed`, 429 `too_many_sign_ins`
 */
export async function signIn(
  db: Database,
  { email, password }: SignInInput,
  browser: Browser,
): Promise<BegunSession> {
  await countSignIn(db, email, browser.ip)
  const user = await findUser(db, email.trim())
  const isRight = await verifyPassword(user?.hash ?? null, password)
  if (user === null || user.hash === null || !isRight) {
    // For somebody unknown too, so that it takes as long. The address is not written down: it may be a mistyped password.
    await recordFailedSignIn(db, user?.id ?? null, browser)
    throw signInFailed()
  }
  const { id } = user
  const hash = isOutdated(user.hash) ? await rehash(db, id, user.hash, password) : user.hash
  const outcome = await db.transaction(async (tx) => {
    // A change of the password while it was looked at has ended all sessions, and this one must not outlive it.
    const isSame = await tx.row(
      sql`select 1 from users where id = ${id} and password_hash = ${hash} for share`,
    )
    if (isSame === null) throw signInFailed()
    await takeBack(tx, id, email, browser.ip)
    return beginOrAsk(tx, id, browser)
  })
  return sessionOf(outcome)
}

/** Databases make small letters of signs that look like them, such as İ, and each spelling would be counted on its own. */
async function findUser(db: Queryable, email: string): Promise<User | null> {
  if (!isEmailAddress(email)) return null
  return db.row<User>(sql`select id, password_hash as hash from users where lower(email) = lower(${email})`)
}

/** The count against the address stays where a second factor is to come: see `answerSecondFactor`. */
async function takeBack(tx: Queryable, userId: string, email: string, ip: string): Promise<void> {
  if (await hasTwoFactor(tx, userId)) await forgetNetwork(tx, ip)
  else await forgetSignIn(tx, email, ip)
}

/** Hashes the password again with today's costs, unless it was changed meanwhile. Answers the new hash. */
async function rehash(db: Database, id: string, before: string, password: string): Promise<string> {
  const hash = await hashPassword(password)
  await db.run(sql`update users set password_hash = ${hash} where id = ${id} and password_hash = ${before}`)
  return hash
}

function signInFailed(): Problem {
  return new Problem(401, 'sign_in_failed', 'The address or the password is wrong.')
}
