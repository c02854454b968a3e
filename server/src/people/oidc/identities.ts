import type { Origin } from '../../context.ts'
import { type Database, type Queryable, sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import { lockPerson } from '../lock-person.ts'
import { requireWayIn } from '../require-way-in.ts'
import type { BegunSession } from '../sessions/begin-session.ts'
import type { SignedIn } from '../sessions/find-session.ts'
import { keepOnlySession } from '../sessions/keep-only-session.ts'

export interface IdentityShown {
  id: string
  issuer: string
  email: string | null
  created_at: string
  last_used_at: string | null
}

interface IdentityRow extends Omit<IdentityShown, 'created_at' | 'last_used_at'> {
  created_at: Date
  last_used_at: Date | null
}

/** The identities with which a person signs in, the oldest first. */
export async function listIdentities(db: Queryable, userId: string): Promise<IdentityShown[]> {
  const rows = await db.rows<IdentityRow>(sql`
    select id, issuer, email, created_at, last_used_at from identities
    where user_id = ${userId} order by created_at, id`)
  return rows.map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}

/** Parts an identity from its person. Every other session of theirs ends. @throws Problem 404, 409 `last_way_in` */
export async function removeIdentity(
  db: Database,
  signedIn: SignedIn,
  id: string,
  from: Origin,
): Promise<BegunSession> {
  const { userId } = signedIn
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const removed = await tx.run(sql`delete from identities where id = ${id} and user_id = ${userId}`)
    if (removed === 0) throw notFound('identity')
    await requireWayIn(tx, userId)
    return keepOnlySession(tx, signedIn, {
      action: 'person.remove_identity',
      details: { identity: id },
      from,
    })
  })
}
