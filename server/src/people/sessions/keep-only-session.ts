import { type Queryable, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import type { BegunSession } from './begin-session.ts'
import { deleteOtherSessions } from './end-sessions.ts'
import type { SignedIn } from './find-session.ts'
import { createSessionToken, hashSessionToken } from './session-token.ts'

/**
 * Ends every other session of a person and gives this one another token, because what opens the account has changed. Sign-ins
 * that wait for their second factor end too. Lock the person first: see `lockPerson`. A copy of the old token that waited for the
 * lock comes too late. @throws Problem 401 when the session was ended or has another token
 */
export async function keepOnlySession(tx: Queryable, signedIn: SignedIn): Promise<BegunSession> {
  const { userId, sessionId, tokenHash } = signedIn
  await deleteOtherSessions(tx, signedIn)
  await tx.run(sql`delete from second_factor_challenges where user_id = ${userId}`)
  const token = createSessionToken()
  const kept = await tx.run(sql`
    update sessions set token_hash = ${hashSessionToken(token)}, proved_at = clock_timestamp()
    where id = ${sessionId} and user_id = ${userId} and token_hash = ${tokenHash}`)
  if (kept === 0) throw new Problem(401, 'not_signed_in', 'Your session was ended meanwhile. Sign in.')
  return { userId, token }
}
