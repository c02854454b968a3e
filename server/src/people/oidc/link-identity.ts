import { type Database, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { Problem } from '../../lib/problem.ts'
import { lockPerson } from '../lock-person.ts'
import type { BegunSession, Browser } from '../sessions/begin-session.ts'
import type { SignedIn } from '../sessions/find-session.ts'
import { keepOnlySession } from '../sessions/keep-only-session.ts'
import type { ProvedIdentity } from './read-identity.ts'

/** Joins an identity to the person who is signed in; its address does not matter. @throws Problem 409 `identity_taken` */
export async function linkIdentity(
  db: Database,
  signedIn: SignedIn,
  { issuer, subject, email }: ProvedIdentity,
  browser: Browser,
): Promise<BegunSession> {
  const { userId } = signedIn
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const row = await tx.row<{ user_id: string }>(sql`
      insert into identities as i (id, user_id, issuer, subject, email)
      values (${newId()}, ${userId}, ${issuer}, ${subject}, ${email})
      on conflict (issuer, subject) do update set email = coalesce(excluded.email, i.email)
      returning user_id`)
    if (row?.user_id !== userId)
      throw new Problem(409, 'identity_taken', 'Somebody else here signs in with this identity.')
    const session = await keepOnlySession(tx, signedIn, { action: 'person.link_identity', from: browser })
    // The provider may have asked nobody, so the proof with which the trip began lasts no longer by it.
    await tx.run(sql`
      update sessions set proved_at = ${signedIn.provedAt} where id = ${signedIn.sessionId}`)
    return session
  })
}
