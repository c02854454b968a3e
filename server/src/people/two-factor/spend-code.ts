import { type Queryable, sql } from '../../db/database.ts'
import type { Sealer } from '../../lib/secrecy/seal.ts'
import { sealedIn } from '../../secrets/sealed-columns.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** Uses up a code of the person's app, or one of their recovery codes. False for one that is wrong or was used. */
export async function spendCode(
  tx: Queryable,
  sealer: Sealer,
  userId: string,
  text: string,
): Promise<boolean> {
  const digits = text.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return spendRecoveryCode(tx, userId, text)
  return spendTotpCode(tx, sealer, userId, digits)
}

/** Whether the person is asked for a code when they sign in. */
export async function hasTwoFactor(db: Queryable, userId: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from authenticators where user_id = ${userId} and confirmed_at is not null`)
  return row !== null
}

/** Uses up a code of the person's app, whether or not the app was confirmed before. */
export async function spendTotpCode(
  tx: Queryable,
  sealer: Sealer,
  userId: string,
  digits: string,
): Promise<boolean> {
  const row = await tx.row<{ secret: string; now: Date }>(sql`
    select secret, clock_timestamp() as now from authenticators where user_id = ${userId}`)
  if (row === null) return false
  const secret = sealer.open(row.secret, sealedIn('authenticators.secret', userId))
  const step = stepOfCode(secret, digits, row.now)
  if (step === null) return false
  const spent = await tx.run(sql`
    update authenticators set last_step = ${step} where user_id = ${userId} and last_step < ${step}`)
  return spent > 0
}
