import { personEntry, recordAuditOfPerson } from '../../audit/record-audit.ts'
import type { Queryable } from '../../db/database.ts'
import type { Browser } from '../sessions/begin-session.ts'

/**
 * Records a failed sign-in in the audit log. It has no actor, because the person is not known; `userId` is the account
 * that was tried, or null where there is none.
 */
export function recordFailedSignIn(db: Queryable, userId: string | null, browser: Browser): Promise<void> {
  const actor = { kind: 'nobody', id: null } as const
  return recordAuditOfPerson(db, { ...personEntry(userId, browser), actor, action: 'person.sign_in_failed' })
}
