import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'

/**
 * Locks the names of a workspace and mode until this transaction ends, and makes sure that no other saved text has this one.
 * @throws Problem 409 `saved_text_name_taken`
 */
export async function claimName(
  { db, workspaceId, mode }: CallContext,
  name: string,
  id: string,
): Promise<void> {
  await db.row(
    sql`select pg_advisory_xact_lock(hashtextextended(${`saved texts ${workspaceId} ${mode}`}, 0))::text as locked`,
  )
  const other = await db.row<{ name: string }>(sql`
    select name from saved_texts
    where workspace_id = ${workspaceId} and mode = ${mode} and name_key = ${nameKeyOf(name)} and id <> ${id}`)
  if (other === null) return
  const detail = sentence(
    'There is a saved text "{name}" already. Choose another name, or change that one.',
    {
      name: other.name,
    },
  )
  throw new Problem(409, 'saved_text_name_taken', detail)
}

/** A name as it is compared: "HASHTAGS" and "Hashtags" are one name. */
export function nameKeyOf(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
