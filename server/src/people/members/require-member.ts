import { isAtLeast, type Role } from '../../callers/roles.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import { canBeRestored } from '../../workspaces/deleted.ts'
import { roleMissing } from './role-missing.ts'

/** A person's part in a workspace. */
export interface Membership {
  readonly workspaceId: string
  readonly userId: string
  readonly role: Role
}

/** Whether something may also be done in a workspace that was deleted and can be restored. */
export type WorkspaceReach = 'living' | 'deleted_too'

/**
 * Finds a person's part in a workspace. Within a transaction the row stays as it is until the end. A workspace that somebody
 * deleted is there only for what `reach` says.
 * @throws Problem 404 where there is none, whether or not the workspace exists; 403 `role_missing` where it is not enough
 */
export async function requireMember(
  db: Queryable,
  { userId, workspaceId }: Pick<Membership, 'userId' | 'workspaceId'>,
  least: Role,
  reach: WorkspaceReach = 'living',
): Promise<Membership> {
  const row = await db.row<{ role: Role }>(sql`
    select m.role from memberships m join workspaces w on w.id = m.workspace_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId}
      and (w.purge_at is null or ${reach === 'deleted_too'} and ${canBeRestored('w')})
    for share of m`)
  if (row === null) throw notFound('workspace')
  if (isAtLeast(row.role, least)) return { workspaceId, userId, role: row.role }
  throw roleMissing(row.role, least)
}
