import type { AuditAction } from '../../audit/audit-entry.ts'
import { personEntry, recordAuditOfPerson } from '../../audit/record-audit.ts'
import type { Origin } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import type { BegunSession } from './begin-session.ts'
import { deleteOtherSessions } from './end-sessions.ts'
import type { SignedIn } from './find-session.ts'
import { renewSession } from './renew-session.ts'

/**
 * Ends every other session of a person and gives this one another token, because what opens the account has changed, and tells
 * the audit log of that. Sign-ins that wait for their second factor end too. Lock the person first: see `lockPerson`. A copy of the
 * old token that waited for the lock comes too late.
 * @throws Problem 401 when the session was ended or has another token
 */
export async function keepOnlySession(
  tx: Queryable,
  signedIn: SignedIn,
  { from, ...change }: AccountChange,
): Promise<BegunSession> {
  const { userId } = signedIn
  await recordAuditOfPerson(tx, { ...personEntry(userId, from), ...change })
  await deleteOtherSessions(tx, signedIn)
  await tx.run(sql`delete from second_factor_challenges where user_id = ${userId}`)
  return renewSession(tx, signedIn)
}

/** A change of what opens an account, as the audit log tells of it. */
export interface AccountChange {
  readonly action: AuditAction
  readonly details?: JsonObject
  readonly from: Origin
}
