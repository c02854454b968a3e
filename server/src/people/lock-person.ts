import { type Queryable, sql } from '../db/database.ts'

export interface LockedPerson {
  readonly email: string
  /** Null for somebody who signs in without one. */
  readonly passwordHash: string | null
  /** Whether nothing has shown yet that the address is theirs. */
  readonly isAddressUnproven: boolean
}

/** Locks the credentials of a person until the transaction ends. */
export async function lockPerson(tx: Queryable, userId: string): Promise<LockedPerson> {
  const person = await tx.row<LockedPerson>(sql`
    select email, password_hash as "passwordHash", is_address_unproven as "isAddressUnproven"
    from users where id = ${userId} for update`)
  if (person === null) throw new Error('A session belongs to nobody.')
  return person
}
