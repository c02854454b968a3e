import { requireScope } from '../callers/authorize.ts'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { authorOf } from './post-filters.ts'

/**
 * Lets a caller that may write but not publish stop, delete or make a draft again what its own person wrote, by whatever key, and nothing of
 * others: what an editor has scheduled goes out unless somebody who may publish says otherwise.
 * @throws Problem 403 `scope_missing`
 */
export async function requireOwnPost(
  { caller, db, workspaceId }: CallContext,
  postId: string,
): Promise<void> {
  if (caller.scopes === 'all' || caller.scopes.includes('publish')) return
  const own = await db.row(sql`
    select from posts p where p.workspace_id = ${workspaceId} and p.id = ${postId} and ${authorOf('p')} = ${caller.userId}`)
  if (own === null)
    requireScope(caller, 'publish', 'may cancel, delete and take back only the posts of its own person')
}
