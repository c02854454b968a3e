import type { CallContext } from '../context.ts'
import { type Sql, sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import type { SavedText } from './saved-text-schema.ts'

/** A saved text as the database has it. */
export interface SavedTextRow {
  readonly id: string
  readonly name: string
  readonly body: string
  readonly platforms: readonly string[]
  readonly created_at: Date
  readonly updated_at: Date
}

/** The columns of SavedTextRow. */
const savedTextColumns = sql`id, name, body, platforms, created_at, updated_at`

/** Finds a saved text of this workspace and mode. @throws Problem 404 */
export async function findSavedText(
  { db, workspaceId, mode }: CallContext,
  id: string,
  lock: Sql,
): Promise<SavedTextRow> {
  const row = await db.row<SavedTextRow>(sql`
    select ${savedTextColumns} from saved_texts
    where workspace_id = ${workspaceId} and mode = ${mode} and id = ${id} ${lock}`)
  if (!row) throw notFound('saved text')
  return row
}

export function toSavedText(row: SavedTextRow): SavedText {
  return {
    id: row.id,
    name: row.name,
    text: row.body,
    platforms: [...row.platforms],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
