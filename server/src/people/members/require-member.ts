import { isAtLeast, type Role } from '../../callers/roles.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { notFound, Problem } from '../../lib/problem.ts'

/** A person's part in a workspace. */
export interface Membership {
  readonly workspaceId: string
  readonly userId: string
  readonly role: Role
}

/**
 * Finds a person's part in a workspace. Within a transaction the row stays as it is until the end.
 * @throws Problem 404 where there is none, whether or not the workspace exists; 403 `role_missing` where it is not enough
 */
export async function requireMember(
  db: Queryable,
  { userId, workspaceId }: Pick<Membership, 'userId' | 'workspaceId'>,
  least: Role,
): Promise<Membership> {
  const row = await db.row<{ role: Role }>(sql`
    select role from memberships where workspace_id = ${workspaceId} and user_id = ${userId} for share`)
  if (row === null) throw notFound('workspace')
  if (isAtLeast(row.role, least)) return { workspaceId, userId, role: row.role }
  throw new Problem(
    403,
    'role_missing',
    `Your role in this workspace is ${row.role}, and this needs ${least}.`,
    {
      extra: { role: least },
    },
  )
}
