import type { Context, Origin } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { lockPerson } from '../lock-person.ts'
import type { BegunSession } from '../sessions/begin-session.ts'
import type { SignedIn } from '../sessions/find-session.ts'
import { keepOnlySession } from '../sessions/keep-only-session.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { spendTotpCode } from './spend-code.ts'
import { wrongCode } from './wrong-code.ts'

/** A secret that was not confirmed within this time is worth nothing. */
const livesMinutes = 60

/** Recovery codes that were just made, and the session that they were made in, under another token. */
export interface NewCodes {
  readonly codes: string[]
  readonly session: BegunSession
}

/**
 * Turns the second factor on, if the code shows that the person's app has the secret. From then on a password is not enough.
 * Every other session of the person ends.
 * @throws Problem 403 `wrong_code`, 409 `two_factor_on` or `two_factor_not_begun`
 */
export async function turnOnTwoFactor(
  { db, sealer }: Pick<Context, 'db' | 'sealer'>,
  signedIn: SignedIn,
  code: string,
  from: Origin,
): Promise<NewCodes> {
  const { userId } = signedIn
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const row = await tx.row<{ is_on: boolean; is_over: boolean }>(sql`
      select confirmed_at is not null as is_on,
        created_at < clock_timestamp() - ${`${livesMinutes} minutes`}::interval as is_over
      from authenticators where user_id = ${userId}`)
    if (row?.is_on) throw new Problem(409, 'two_factor_on', 'The second factor is on already.')
    if (row === null || row.is_over)
      throw new Problem(409, 'two_factor_not_begun', 'Take a new secret into your app first.')
    if (!(await spendTotpCode(tx, sealer, userId, code.replace(/\s/g, '')))) throw wrongCode()
    await tx.run(sql`update authenticators set confirmed_at = clock_timestamp() where user_id = ${userId}`)
    const codes = await replaceRecoveryCodes(tx, userId)
    const change = { action: 'person.turn_on_two_factor', from } as const
    return { codes, session: await keepOnlySession(tx, signedIn, change) }
  })
}
