import { personEntry, recordAuditOfPerson } from '../../audit/record-audit.ts'
import type { Context } from '../../context.ts'
import type { BegunSession, Browser } from '../sessions/begin-session.ts'
import type { SignedIn } from '../sessions/find-session.ts'
import { renewSession } from '../sessions/renew-session.ts'
import { countNetwork, forgetNetwork } from '../sign-in/sign-in-limit.ts'
import { type Assertion, isRefusal, passkeyRefused, verifyPasskey } from './verify-passkey.ts'

/**
 * Has a person show by a passkey of theirs that it is them. The session gets another token.
 * @throws Problem 401 `not_signed_in`, 403 `passkey_refused`, 409 `sign_in_over`, 429
 */
export async function proveByPasskey(
  context: Pick<Context, 'db' | 'config' | 'secretKeys'>,
  signedIn: SignedIn,
  assertion: Assertion,
  browser: Browser,
): Promise<BegunSession> {
  const { db } = context
  const { userId, sessionId } = signedIn
  await countNetwork(db, browser.ip)
  try {
    return await db.transaction(async (tx) => {
      const found = await verifyPasskey(tx, context, `prove ${sessionId}`, assertion)
      if (found.userId !== userId) throw passkeyRefused()
      await forgetNetwork(tx, browser.ip)
      await recordAuditOfPerson(tx, { ...personEntry(userId, browser), action: 'person.prove' })
      return renewSession(tx, signedIn)
    })
  } catch (error) {
    if (isRefusal(error))
      await recordAuditOfPerson(db, { ...personEntry(userId, browser), action: 'person.proof_failed' })
    throw error
  }
}
