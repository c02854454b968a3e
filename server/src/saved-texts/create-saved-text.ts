import type { CallContext } from '../context.ts'
import { empty, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { claimName, nameKeyOf } from './claim-name.ts'
import { readSavedText } from './read-saved-text.ts'
import { findSavedText, toSavedText } from './saved-text-row.ts'
import type { NewSavedTextBody, SavedText } from './saved-text-schema.ts'

/** More than anybody keeps in mind, and few enough for the app to search them while one types. */
const mostSavedTexts = 1_000

/** Keeps a text. @throws Problem 422; 409 `saved_text_name_taken`, `too_many_saved_texts` */
export async function createSavedText(call: CallContext, input: NewSavedTextBody): Promise<SavedText> {
  const { db, workspaceId, mode } = call
  const { name = '', body = '', platforms = [] } = readSavedText(call, input)
  const id = newId()
  await claimName(call, name, id)
  await refuseMany(call)
  await db.run(sql`
    insert into saved_texts (workspace_id, id, mode, name, name_key, body, platforms)
    values (${workspaceId}, ${id}, ${mode}, ${name}, ${nameKeyOf(name)}, ${body}, ${[...platforms]}::text[])`)
  return toSavedText(await findSavedText(call, id, empty))
}

async function refuseMany({ db, workspaceId, mode }: CallContext): Promise<void> {
  const counted = await db.row<{ texts: number }>(sql`
    select count(*)::int as texts from saved_texts where workspace_id = ${workspaceId} and mode = ${mode}`)
  if ((counted?.texts ?? 0) < mostSavedTexts) return
  const detail = sentence(
    'This workspace has {mostSavedTexts} saved texts, which is the most. Delete one first.',
    { mostSavedTexts },
  )
  throw new Problem(409, 'too_many_saved_texts', detail)
}
