import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { type BegunSession, type Browser, beginSession, type ProofTime } from '../sessions/begin-session.ts'
import { createSessionToken, hashSessionToken } from '../sessions/session-token.ts'
import { recordFailedSignIn } from '../sign-in/record-failed-sign-in.ts'
import { countSignIn, forgetSignIn } from '../sign-in/sign-in-limit.ts'
import { signInEnded } from '../spend-challenge.ts'
import { hasTwoFactor, spendCode } from './spend-code.ts'
import { wrongCode } from './wrong-code.ts'

const livesMinutes = 5
/** Codes that may be tried for one right password. */
const mostTries = 5

/**
 * Begins the session of a person, or answers the problem that asks for their second factor if they have one. A code is a proof
 * itself, whenever the first factor was shown.
 */
export async function beginOrAsk(
  tx: Queryable,
  userId: string,
  browser: Browser,
  proof: ProofTime = 'now',
): Promise<BegunSession | Problem> {
  if (await hasTwoFactor(tx, userId)) return askSecondFactor(tx, userId)
  return beginSession(tx, userId, browser, proof)
}

/** The session of an outcome whose transaction is committed. @throws Problem 401 `second_factor_needed` */
export function sessionOf(outcome: BegunSession | Problem): BegunSession {
  if (outcome instanceof Problem) throw outcome
  return outcome
}

/**
 * The problem that asks for the second factor. It carries a challenge, which is good for nothing but to be answered with a
 * code: no session exists before that.
 */
async function askSecondFactor(db: Queryable, userId: string): Promise<Problem> {
  const challenge = createSessionToken()
  await db.run(sql`
    insert into second_factor_challenges (token_hash, user_id, password_seen, expires_at)
    select ${hashSessionToken(challenge)}, id, ${passwordSeen},
      clock_timestamp() + ${`${livesMinutes} minutes`}::interval
    from users u where id = ${userId}`)
  return new Problem(401, 'second_factor_needed', 'Give the code that your app shows, or a recovery code.', {
    extra: { challenge },
  })
}

// The value is that of the row named u.
const passwordSeen = sql`sha256(convert_to(u.password_hash, 'UTF8'))`

/**
 * Finishes a sign-in with a code of the person's app, or with one of their recovery codes. Codes count like sign-ins, and what
 * was counted of the password is taken back only now: who has it cannot start again to guess codes.
 * @throws Problem 403 `wrong_code`, 409 `sign_in_over`, 429
 */
export async function answerSecondFactor(
  { db, sealer }: Pick<Context, 'db' | 'sealer'>,
  { challenge, code }: { readonly challenge: string; readonly code: string },
  browser: Browser,
): Promise<BegunSession> {
  const hash = hashSessionToken(challenge)
  const asked = sql`c.token_hash = ${hash} and c.expires_at > clock_timestamp() and c.tries < ${mostTries}
    and u.id = c.user_id and c.password_seen is not distinct from ${passwordSeen}`
  const person = await db.row<{ id: string; email: string }>(
    sql`select u.id, u.email from second_factor_challenges c, users u where ${asked}`,
  )
  if (person === null) throw signInEnded()
  await countSignIn(db, person.email, browser.ip)
  // Counted before it is looked at, so that guesses at once are counted too.
  const counted = await db.run(sql`
    update second_factor_challenges c set tries = c.tries + 1 from users u where ${asked}`)
  if (counted === 0) throw signInEnded()
  const session = await db.transaction(async (tx) => {
    if (!(await spendCode(tx, sealer, person.id, code))) {
      await recordFailedSignIn(tx, person.id, browser)
      return null
    }
    const ended = await tx.run(sql`delete from second_factor_challenges where token_hash = ${hash}`)
    if (ended === 0) throw signInEnded()
    await forgetSignIn(tx, person.email, browser.ip)
    return beginSession(tx, person.id, browser)
  })
  if (session === null) throw wrongCode()
  return session
}
