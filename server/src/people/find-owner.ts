import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'

/** The person in whose name an operator acts in a workspace: its first owner. @throws Problem when it has none. */
export async function findOwner(db: Queryable, workspaceId: string): Promise<string> {
  const found = await db.row<{ user_id: string }>(sql`
    select user_id from memberships where workspace_id = ${workspaceId} and role = 'owner'
    order by created_at, user_id limit 1`)
  if (!found) throw new Problem(404, 'not_found', 'This workspace has no owner.')
  return found.user_id
}
