import type { Origin } from '../../context.ts'
import { type Database, sql } from '../../db/database.ts'
import { lockPerson } from '../lock-person.ts'
import type { BegunSession } from '../sessions/begin-session.ts'
import type { SignedIn } from '../sessions/find-session.ts'
import { keepOnlySession } from '../sessions/keep-only-session.ts'
import { twoFactorOff } from './wrong-code.ts'

/** Forgets the person's app and their recovery codes. Every other session of the person ends. @throws Problem 409 */
export async function turnOffTwoFactor(
  db: Database,
  signedIn: SignedIn,
  from: Origin,
): Promise<BegunSession> {
  const { userId } = signedIn
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const forgotten = await tx.run(sql`
      delete from authenticators where user_id = ${userId} and confirmed_at is not null`)
    if (forgotten === 0) throw twoFactorOff()
    await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
    return keepOnlySession(tx, signedIn, { action: 'person.turn_off_two_factor', from })
  })
}
