import type { AuditAction } from '../../audit/audit-entry.ts'
import { personEntry, recordAuditOfPerson } from '../../audit/record-audit.ts'
import type { Origin } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import { Problem } from '../../lib/problem.ts'
import type { BegunSession } from './begin-session.ts'
import { deleteOtherSessions } from './end-sessions.ts'
import type { SignedIn } from './find-session.ts'
import { createSessionToken, hashSessionToken } from './session-token.ts'

/**
 * Ends every other session of a person and gives this one another token, because what opens the account has changed. Sign-ins
 * that wait for their second factor end too. Lock the person first: see `lockPerson`. A copy of the old token that waited for the
 * lock comes too late. The audit log has the change in the same
 * transaction. @throws Problem 401 when the session was ended or has another token
 */
export async function keepOnlySession(
  tx: Queryable,
  signedIn: SignedIn,
  { from, ...change }: AccountChange,
): Promise<BegunSession> {
  const { userId, sessionId, tokenHash } = signedIn
  await recordAuditOfPerson(tx, { ...personEntry(userId, from), ...change })
  await deleteOtherSessions(tx, signedIn)
  await tx.run(sql`delete from second_factor_challenges where user_id = ${userId}`)
  const token = createSessionToken()
  const kept = await tx.run(sql`
    update sessions set token_hash = ${hashSessionToken(token)}, proved_at = clock_timestamp()
    where id = ${sessionId} and user_id = ${userId} and token_hash = ${tokenHash}`)
  if (kept === 0) throw new Problem(401, 'not_signed_in', 'Your session was ended meanwhile. Sign in.')
  return { userId, token }
}

/** A change of what opens an account, as the audit log tells of it. */
export interface AccountChange {
  readonly action: AuditAction
  readonly details?: JsonObject
  readonly from: Origin
}
