import { type Queryable, sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import type { SignedIn } from './find-session.ts'

/** Ends one session of a person. From then on its cookie is worth nothing, on every process. @throws Problem 404 */
export async function endSession(db: Queryable, userId: string, sessionId: string): Promise<void> {
  const ended = await db.run(sql`delete from sessions where id = ${sessionId} and user_id = ${userId}`)
  if (ended === 0) throw notFound('session')
}

/** Ends every session of a person but the one that asks. Answers how many there were. */
export async function endOtherSessions(
  db: Queryable,
  { userId, sessionId }: Pick<SignedIn, 'userId' | 'sessionId'>,
): Promise<number> {
  return db.run(sql`delete from sessions where user_id = ${userId} and id <> ${sessionId}`)
}

/** Deletes sessions that have ended, and sign-ins that are no longer counted. */
export async function sweepSessions(db: Queryable): Promise<void> {
  await db.run(sql`
    delete from sessions where last_used_at < clock_timestamp() - interval '31 days'
      or created_at < clock_timestamp() - interval '31 days'`)
  await db.run(sql`delete from sign_in_counts where last_at < clock_timestamp() - interval '1 day'`)
}
