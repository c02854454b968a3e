import { personEntry, recordAuditOfPerson } from '../../audit/record-audit.ts'
import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import type { Browser } from '../sessions/begin-session.ts'
import type { SignedIn } from '../sessions/find-session.ts'
import { countNetwork, forgetNetwork } from '../sign-in/sign-in-limit.ts'
import { type Assertion, isRefusal, passkeyRefused, verifyPasskey } from './verify-passkey.ts'

/** Has a person show by a passkey of theirs that it is them. @throws Problem 403 `passkey_refused`, 409 `sign_in_over`, 429 */
export async function proveByPasskey(
  context: Pick<Context, 'db' | 'config' | 'secretKeys'>,
  { userId, sessionId }: SignedIn,
  assertion: Assertion,
  browser: Browser,
): Promise<void> {
  const { db } = context
  await countNetwork(db, browser.ip)
  try {
    await db.transaction(async (tx) => {
      const found = await verifyPasskey(tx, context, `prove ${sessionId}`, assertion)
      if (found.userId !== userId) throw passkeyRefused()
      await forgetNetwork(tx, browser.ip)
      await tx.run(sql`update sessions set proved_at = clock_timestamp() where id = ${sessionId}`)
      await recordAuditOfPerson(tx, { ...personEntry(userId, browser), action: 'person.prove' })
    })
  } catch (error) {
    if (isRefusal(error))
      await recordAuditOfPerson(db, { ...personEntry(userId, browser), action: 'person.proof_failed' })
    throw error
  }
}
