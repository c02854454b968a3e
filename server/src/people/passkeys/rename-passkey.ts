import { type Queryable, sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import { type PasskeyRow, type PasskeyShown, toPasskeyShown } from './list-passkeys.ts'

/** Gives a passkey another name. @throws Problem 404 */
export async function renamePasskey(
  db: Queryable,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyShown> {
  const row = await db.row<PasskeyRow>(sql`
    update passkeys set name = ${name} where id = ${id} and user_id = ${userId}
    returning id, name, is_synced, created_at, last_used_at`)
  if (row === null) throw notFound('passkey')
  return toPasskeyShown(row)
}
