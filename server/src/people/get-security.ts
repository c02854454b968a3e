import { type Queryable, sql } from '../db/database.ts'
import type { SignedIn } from './sessions/find-session.ts'
import { countRecoveryCodes } from './two-factor/recovery-codes.ts'

export interface SecurityShown {
  has_password: boolean
  has_two_factor: boolean
  recovery_codes_left: number
  provider_tells_no_time: boolean
  passkeys: number
  identities: number
}

/** Says what a person can sign in with. */
export async function getSecurity(db: Queryable, { userId, provedAt }: SignedIn): Promise<SecurityShown> {
  const row = await db.row<Omit<SecurityShown, 'recovery_codes_left' | 'provider_tells_no_time'>>(sql`
    select u.password_hash is not null as has_password,
      exists (select from authenticators a where a.user_id = u.id and a.confirmed_at is not null) as has_two_factor,
      (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys,
      (select count(*)::int from identities i where i.user_id = u.id) as identities
    from users u where u.id = ${userId}`)
  if (row === null) throw new Error('A session belongs to nobody.')
  return {
    ...row,
    recovery_codes_left: await countRecoveryCodes(db, userId),
    // A session for which nobody names the time of a proof begins with one at the beginning of time.
    provider_tells_no_time: provedAt.getTime() === 0,
  }
}
