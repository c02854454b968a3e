import type { CallContext } from '../context.ts'
import { empty, sql } from '../db/database.ts'
import { claimName, nameKeyOf } from './claim-name.ts'
import { readSavedText } from './read-saved-text.ts'
import { findSavedText, toSavedText } from './saved-text-row.ts'
import type { SavedText, SavedTextChangesBody } from './saved-text-schema.ts'

/** Changes the members of a saved text that are named. Posts keep what was put into them. @throws Problem 404, 409, 422 */
export async function updateSavedText(
  call: CallContext,
  id: string,
  changes: SavedTextChangesBody,
): Promise<SavedText> {
  await findSavedText(call, id, empty)
  const values = readSavedText(call, changes)
  // The names come before the row, as they do for everyone who takes both.
  if (values.name !== undefined) await claimName(call, values.name, id)
  const before = await findSavedText(call, id, sql`for update`)
  const { name, body, platforms } = { ...before, ...values }
  await call.db.run(sql`
    update saved_texts set name = ${name}, name_key = ${nameKeyOf(name)}, body = ${body},
      platforms = ${[...platforms]}::text[], updated_at = clock_timestamp()
    where workspace_id = ${call.workspaceId} and id = ${id}`)
  return toSavedText(await findSavedText(call, id, empty))
}
