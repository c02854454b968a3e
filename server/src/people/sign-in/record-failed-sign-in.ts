import { personEntry, recordAuditOfPerson } from '../../audit/record-audit.ts'
import type { Queryable } from '../../db/database.ts'
import type { Browser } from '../sessions/begin-session.ts'

/**
 * Tells the audit log of a sign-in that failed. Nobody did it, because nobody has shown who they are; `userId` is the person whose
 * account was tried, and null where nobody's was.
 */
export function recordFailedSignIn(db: Queryable, userId: string | null, browser: Browser): Promise<void> {
  const actor = { kind: 'nobody', id: null } as const
  return recordAuditOfPerson(db, { ...personEntry(userId, browser), actor, action: 'person.sign_in_failed' })
}
