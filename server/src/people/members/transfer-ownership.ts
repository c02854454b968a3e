import { type Queryable, sql } from '../../db/database.ts'
import { invalid, Problem } from '../../lib/problem.ts'
import type { Membership } from './require-member.ts'

/**
 * Makes another member an owner in the place of the one who acts, who becomes an admin. Both at once, so that the workspace
 * has an owner at every moment.
 * @throws Problem 409 `owner_already`, 422 `member_not_found`
 */
export async function transferOwnership(
  tx: Queryable,
  { workspaceId, userId }: Membership,
  newOwnerId: string,
): Promise<void> {
  // In the order in which a change of roles locks members.
  const members = await tx.rows<{ user_id: string; role: string }>(sql`
    select user_id, role from memberships
    where workspace_id = ${workspaceId} and (role = 'owner' or user_id = ${newOwnerId})
    order by user_id for update`)
  const chosen = members.find(({ user_id }) => user_id === newOwnerId)
  if (!chosen)
    throw invalid([
      {
        pointer: '/member_id',
        code: 'member_not_found',
        detail: 'There is no member of this workspace with this id.',
      },
    ])
  if (chosen.role === 'owner')
    throw new Problem(409, 'owner_already', 'This member is an owner already. Choose somebody else.')
  await tx.run(sql`
    update memberships set role = case when user_id = ${newOwnerId} then 'owner' else 'admin' end
    where workspace_id = ${workspaceId} and user_id = any(${[newOwnerId, userId]}::uuid[])`)
}
