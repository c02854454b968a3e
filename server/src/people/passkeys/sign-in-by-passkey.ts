import type { Context } from '../../context.ts'
import { type BegunSession, type Browser, beginSession } from '../sessions/begin-session.ts'
import { recordFailedSignIn } from '../sign-in/record-failed-sign-in.ts'
import { countNetwork, forgetNetwork } from '../sign-in/sign-in-limit.ts'
import { type Assertion, findOwnerOfPasskey, isRefusal, verifyPasskey } from './verify-passkey.ts'

/**
 * Signs in the person who has the passkey. It is two factors by itself: the device that has it, and what the device asked of its
 * person. @throws Problem 403 `passkey_refused`, 409 `sign_in_over`, 429
 */
export async function signInByPasskey(
  context: Pick<Context, 'db' | 'config' | 'secretKeys'>,
  assertion: Assertion,
  browser: Browser,
): Promise<BegunSession> {
  const { db } = context
  await countNetwork(db, browser.ip)
  try {
    return await db.transaction(async (tx) => {
      const { userId } = await verifyPasskey(tx, context, 'sign in', assertion)
      await forgetNetwork(tx, browser.ip)
      return beginSession(tx, userId, browser)
    })
  } catch (error) {
    if (isRefusal(error)) await recordFailedSignIn(db, await findOwnerOfPasskey(db, assertion), browser)
    throw error
  }
}
