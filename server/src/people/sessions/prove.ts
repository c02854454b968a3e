import { type Database, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { verifyPassword } from '../password.ts'
import { countSignIn, forgetSignIn } from '../sign-in/sign-in-limit.ts'
import type { SignedIn } from './find-session.ts'

const freshMs = 10 * 60_000

/** Has a person show once more who they are, for changes that ask for it. @throws Problem 403 `wrong_password`, 429 */
export async function prove(db: Database, signedIn: SignedIn, password: string, ip: string): Promise<void> {
  const { email } = await requireRightPassword(db, signedIn, password, ip)
  await forgetSignIn(db, email, ip)
  await db.run(sql`update sessions set proved_at = clock_timestamp() where id = ${signedIn.sessionId}`)
}

/** The person, if this is their password. It counts like a sign-in. @throws Problem 403 `wrong_password`, 429 */
export async function requireRightPassword(
  db: Database,
  { userId }: SignedIn,
  password: string,
  ip: string,
): Promise<{ email: string; password_hash: string }> {
  const user = await db.row<{ email: string; password_hash: string }>(
    sql`select email, password_hash from users where id = ${userId}`,
  )
  if (user === null) throw new Error('A session belongs to nobody.')
  await countSignIn(db, user.email, ip)
  if (await verifyPassword(user.password_hash, password)) return user
  throw new Problem(403, 'wrong_password', 'The password is wrong.')
}

/** Refuses a person who has not shown lately who they are. @throws Problem 403 `proof_required` */
export function requireFreshProof({ provedAt }: SignedIn, now = Date.now()): void {
  if (now - provedAt.getTime() < freshMs) return
  throw new Problem(403, 'proof_required', 'Show first that it is you: give your password once more.')
}
