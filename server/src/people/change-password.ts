import { type Database, sql } from '../db/database.ts'
import { invalid, Problem } from '../lib/problem.ts'
import { checkPassword, hashPassword } from './password.ts'
import { endOtherSessions } from './sessions/end-sessions.ts'
import type { SignedIn } from './sessions/find-session.ts'
import { requireRightPassword } from './sessions/prove.ts'
import { forgetSignIn } from './sign-in/sign-in-limit.ts'

/**
 * Sets another password and ends every other session of the person.
 * @throws Problem 403 `wrong_password`, 422 for a new password that cannot be one, 429 as a sign-in
 */
export async function changePassword(
  db: Database,
  signedIn: SignedIn,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
  ip: string,
): Promise<void> {
  const problem = checkPassword(newPassword)
  if (problem !== null) throw invalid([{ ...problem, pointer: '/new_password' }])
  const before = await requireRightPassword(db, signedIn, currentPassword, ip)
  const hash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    await forgetSignIn(tx, before.email, ip)
    const changed = await tx.run(sql`
      update users set password_hash = ${hash}
      where id = ${signedIn.userId} and password_hash = ${before.password_hash}`)
    if (changed === 0) throw new Problem(403, 'wrong_password', 'The password was changed meanwhile.')
    await endOtherSessions(tx, signedIn)
    await tx.run(sql`update sessions set proved_at = clock_timestamp() where id = ${signedIn.sessionId}`)
  })
}
