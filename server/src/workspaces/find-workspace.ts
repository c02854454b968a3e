import { type Queryable, sql } from '../db/database.ts'
import { isId } from '../lib/id.ts'
import { Problem } from '../lib/problem.ts'

/**
 * The workspace an operator means: the one with this id, or without an id the only one there is.
 * @throws Problem when there is none, or no id was given and there are several.
 */
export async function findWorkspace(db: Queryable, id: string | null): Promise<string> {
  if (id !== null) return findById(db, id)
  const found = await db.rows<{ id: string }>(sql`select id from workspaces order by id limit 2`)
  const [only, another] = found
  if (!only)
    throw new Problem(404, 'not_found', 'There is no workspace yet. Create the first one with bootstrap.')
  if (another)
    throw new Problem(422, 'workspace_unclear', 'There are several workspaces. Choose one with --workspace.')
  return only.id
}

async function findById(db: Queryable, id: string): Promise<string> {
  const found = isId(id)
    ? await db.row<{ id: string }>(sql`select id from workspaces where id = ${id}`)
    : null
  if (!found) throw new Problem(404, 'not_found', `There is no workspace with the id ${id}.`)
  return found.id
}
