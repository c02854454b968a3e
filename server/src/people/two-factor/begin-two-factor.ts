import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { sealedIn } from '../../secrets/sealed-columns.ts'
import type { SignedIn } from '../sessions/find-session.ts'
import { createTotpSecret, totpAddress } from './totp.ts'

export interface TotpSetup {
  /** In base32, to be typed where no picture can be read. */
  secret: string
  /** `otpauth://…`, to be shown as a QR code. */
  uri: string
}

/**
 * Makes a secret for an app that shows codes. It changes nothing until a first code confirms it, and each further call replaces
 * it. @throws Problem 409 `two_factor_on`
 */
export async function beginTwoFactor(
  { db, sealer }: Pick<Context, 'db' | 'sealer'>,
  { userId }: SignedIn,
): Promise<TotpSetup> {
  const secret = createTotpSecret()
  const sealed = sealer.seal(secret, sealedIn('authenticators.secret', userId))
  const row = await db.row<{ email: string }>(sql`
    with made as (
      insert into authenticators as a (user_id, secret) values (${userId}, ${sealed})
      on conflict (user_id) do update set secret = excluded.secret, last_step = 0, created_at = clock_timestamp()
      where a.confirmed_at is null returning user_id)
    select u.email from made join users u on u.id = made.user_id`)
  if (row === null)
    throw new Problem(409, 'two_factor_on', 'You have an app for codes already. Turn it off first.')
  return { secret, uri: totpAddress(secret, row.email) }
}
