import { personEntry, recordAuditOfPerson } from '../../audit/record-audit.ts'
import type { Origin } from '../../context.ts'
import { type Database, type Queryable, sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import type { SignedIn } from './find-session.ts'

/** Ends one session of a person. From then on its cookie is worth nothing, on every process. @throws Problem 404 */
export async function endSession(
  db: Database,
  { userId, sessionId: own }: Pick<SignedIn, 'userId' | 'sessionId'>,
  sessionId: string,
  from: Origin,
): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx.run(sql`delete from sessions where id = ${sessionId} and user_id = ${userId}`)
    if (ended === 0) throw notFound('session')
    const action = sessionId === own ? 'person.sign_out' : 'person.end_session'
    await recordAuditOfPerson(tx, { ...personEntry(userId, from), action, details: { session: sessionId } })
  })
}

/** Ends every session of a person but the one that asks. Answers how many there were. */
export function endOtherSessions(db: Database, signedIn: SignedIn, from: Origin): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await deleteOtherSessions(tx, signedIn)
    const entry = { ...personEntry(signedIn.userId, from), action: 'person.end_other_sessions' } as const
    await recordAuditOfPerson(tx, { ...entry, details: { ended } })
    return ended
  })
}

/** Deletes every session of a person but the one that asks, for a change that ends them. Answers how many there were. */
export async function deleteOtherSessions(
  db: Queryable,
  { userId, sessionId }: Pick<SignedIn, 'userId' | 'sessionId'>,
): Promise<number> {
  return db.run(sql`delete from sessions where user_id = ${userId} and id <> ${sessionId}`)
}

/** Deletes sessions that have ended, what is left of sign-ins, and sign-ins that are no longer counted. */
export async function sweepSessions(db: Queryable): Promise<void> {
  await db.run(sql`
    delete from sessions where last_used_at < clock_timestamp() - interval '31 days'
      or created_at < clock_timestamp() - interval '31 days'`)
  await db.run(sql`delete from second_factor_challenges where expires_at < clock_timestamp()`)
  // A process whose clock is late would take a challenge again that has ended by the clock of the database.
  await db.run(sql`delete from spent_challenges where expires_at < clock_timestamp() - interval '1 day'`)
  await db.run(sql`
    delete from authenticators
    where confirmed_at is null and created_at < clock_timestamp() - interval '1 day'`)
  await db.run(sql`delete from sign_in_counts where last_at < clock_timestamp() - interval '1 day'`)
}
