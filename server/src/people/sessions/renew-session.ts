import { type Queryable, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import type { BegunSession } from './begin-session.ts'
import type { SignedIn } from './find-session.ts'
import { createSessionToken, hashSessionToken } from './session-token.ts'

/**
 * Gives a session another token, because its person has shown who they are: a copy of the old one must not share in that. A
 * request with the old one that waited comes too late. @throws Problem 401 when the session was ended or has another token
 */
export async function renewSession(
  tx: Queryable,
  { userId, sessionId, tokenHash }: SignedIn,
): Promise<BegunSession> {
  const token = createSessionToken()
  const kept = await tx.run(sql`
    update sessions set token_hash = ${hashSessionToken(token)}, proved_at = clock_timestamp()
    where id = ${sessionId} and user_id = ${userId} and token_hash = ${tokenHash}`)
  if (kept === 0) throw new Problem(401, 'not_signed_in', 'Your session was ended meanwhile. Sign in.')
  return { userId, token }
}
