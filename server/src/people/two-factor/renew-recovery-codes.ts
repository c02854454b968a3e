import type { Origin } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { lockPerson } from '../lock-person.ts'
import type { SignedIn } from '../sessions/find-session.ts'
import { keepOnlySession } from '../sessions/keep-only-session.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { hasTwoFactor } from './spend-code.ts'
import type { NewCodes } from './turn-on-two-factor.ts'
import { twoFactorOff } from './wrong-code.ts'

/** Makes ten new recovery codes; the old ones are worth nothing. Every other session of the person ends. @throws Problem 409 */
export async function renewRecoveryCodes(db: Database, signedIn: SignedIn, from: Origin): Promise<NewCodes> {
  const { userId } = signedIn
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    if (!(await hasTwoFactor(tx, userId))) throw twoFactorOff()
    const codes = await replaceRecoveryCodes(tx, userId)
    const change = { action: 'person.renew_recovery_codes', from } as const
    return { codes, session: await keepOnlySession(tx, signedIn, change) }
  })
}
