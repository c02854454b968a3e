import type { Origin } from '../../context.ts'
import { type Database, sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import { lockPerson } from '../lock-person.ts'
import { requireWayIn } from '../require-way-in.ts'
import type { BegunSession } from '../sessions/begin-session.ts'
import type { SignedIn } from '../sessions/find-session.ts'
import { keepOnlySession } from '../sessions/keep-only-session.ts'

/** Takes a passkey away. Every other session of the person ends. @throws Problem 404, 409 `last_way_in` */
export async function removePasskey(
  db: Database,
  signedIn: SignedIn,
  id: string,
  from: Origin,
): Promise<BegunSession> {
  const { userId } = signedIn
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const removed = await tx.run(sql`delete from passkeys where id = ${id} and user_id = ${userId}`)
    if (removed === 0) throw notFound('passkey')
    await requireWayIn(tx, userId)
    return keepOnlySession(tx, signedIn, { action: 'person.remove_passkey', details: { passkey: id }, from })
  })
}
