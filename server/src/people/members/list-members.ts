import type { Role } from '../../callers/roles.ts'
import { type Queryable, sql } from '../../db/database.ts'

export interface MemberShown {
  id: string
  email: string
  name: string
  role: Role
  joined_at: string
}

/** The people of a workspace, those who joined first at the top. */
export async function listMembers(db: Queryable, workspaceId: string): Promise<MemberShown[]> {
  const rows = await db.rows<Omit<MemberShown, 'joined_at'> & { joined_at: Date }>(sql`
    select u.id, u.email, u.name, m.role, m.created_at as joined_at
    from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} order by m.created_at, u.id`)
  return rows.map((row) => ({ ...row, joined_at: row.joined_at.toISOString() }))
}
