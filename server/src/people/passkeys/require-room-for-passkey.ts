import { type Queryable, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'

const mostPasskeys = 20

/** Refuses one more passkey than a person may have. @throws Problem 409 `too_many_passkeys` */
export async function requireRoomForPasskey(db: Queryable, userId: string): Promise<void> {
  const row = await db.row<{ count: number }>(
    sql`select count(*)::int as count from passkeys where user_id = ${userId}`,
  )
  if ((row?.count ?? 0) < mostPasskeys) return
  throw new Problem(
    409,
    'too_many_passkeys',
    sentence('You have {mostPasskeys} passkeys. Remove one first.', { mostPasskeys }),
  )
}
