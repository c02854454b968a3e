import { revokeKeysOf } from '../../api-keys/revoke-keys-of.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { endOffers } from '../members/end-offers.ts'

/**
 * Takes away everything but the password that opens a person's account or acts in their name, and what they have offered to
 * others. Somebody else may have made the account than the person who has shown now that its address is theirs.
 */
export async function clearWaysIn(tx: Queryable, userId: string): Promise<void> {
  await endOffers(tx, userId, null)
  await tx.run(sql`delete from passkeys where user_id = ${userId}`)
  await tx.run(sql`delete from identities where user_id = ${userId}`)
  await tx.run(sql`delete from authenticators where user_id = ${userId}`)
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
  await revokeKeysOf(tx, userId, null)
}
