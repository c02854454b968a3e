import { type Queryable, sql } from '../../db/database.ts'
import type { BegunSession } from './begin-session.ts'
import type { SignedIn } from './find-session.ts'
import { sessionEnded } from './session-ended.ts'
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
  if (kept === 0) throw sessionEnded()
  return { userId, token }
}
