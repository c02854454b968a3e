import { personEntry, recordAuditOfPerson } from '../../audit/record-audit.ts'
import type { Origin } from '../../context.ts'
import { type Database, sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import { type PasskeyRow, type PasskeyShown, toPasskeyShown } from './list-passkeys.ts'

/** Gives a passkey another name. @throws Problem 404 */
export async function renamePasskey(
  db: Database,
  userId: string,
  { id, name }: { readonly id: string; readonly name: string },
  from: Origin,
): Promise<PasskeyShown> {
  return db.transaction(async (tx) => {
    const row = await tx.row<PasskeyRow>(sql`
      update passkeys set name = ${name} where id = ${id} and user_id = ${userId}
      returning id, name, is_synced, created_at, last_used_at`)
    if (row === null) throw notFound('passkey')
    const details = { passkey: id, name }
    await recordAuditOfPerson(tx, { ...personEntry(userId, from), action: 'person.rename_passkey', details })
    return toPasskeyShown(row)
  })
}
