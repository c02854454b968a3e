import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'

/** Refuses to leave a person without a way to sign in, after one was taken away. @throws Problem 409 `last_way_in` */
export async function requireWayIn(tx: Queryable, userId: string): Promise<void> {
  const way = await tx.row(sql`
    select 1 from users where id = ${userId} and password_hash is not null
    union all select 1 from passkeys where user_id = ${userId}
    union all select 1 from identities where user_id = ${userId} limit 1`)
  if (way !== null) return
  throw new Problem(
    409,
    'last_way_in',
    'This is your only way to sign in. Set a password or add a passkey first.',
  )
}
