import { revokeKeysOf } from '../../api-keys/revoke-keys-of.ts'
import { isAtLeast, type Role } from '../../callers/roles.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import { endOffers } from './end-offers.ts'
import { endReviewLinks } from './end-review-links.ts'
import type { Membership } from './require-member.ts'
import { roleMissing } from './role-missing.ts'

/**
 * Gives a member another role. Nobody gives or takes a role above their own, and a workspace keeps an owner. Invitations and
 * connect links of somebody who may no longer make any end.
 * @throws Problem 403 `role_missing`, 404, 409 `last_owner`
 */
export async function changeRole(
  tx: Queryable,
  actor: Membership,
  userId: string,
  role: Role,
): Promise<void> {
  const before = await lockMember(tx, actor, userId)
  requireReach(actor, before)
  requireReach(actor, role)
  if (before === 'owner' && role !== 'owner') await requireAnotherOwner(tx, actor.workspaceId, userId)
  await tx.run(sql`
    update memberships set role = ${role} where workspace_id = ${actor.workspaceId} and user_id = ${userId}`)
  if (!isAtLeast(role, 'admin')) await endOffers(tx, userId, actor.workspaceId)
}

/**
 * Takes a member out of a workspace; members may take themselves out. Keys, invitations and connect links that the
 * member made end at once, and for good: who comes back later makes new ones.
 * @throws Problem 403 `role_missing`, 404, 409 `last_owner`
 */
export async function removeMember(tx: Queryable, actor: Membership, userId: string): Promise<void> {
  const before = await lockMember(tx, actor, userId)
  if (actor.userId !== userId) requireReach(actor, before)
  if (before === 'owner') await requireAnotherOwner(tx, actor.workspaceId, userId)
  await tx.run(sql`delete from memberships where workspace_id = ${actor.workspaceId} and user_id = ${userId}`)
  await endOffers(tx, userId, actor.workspaceId)
  await endReviewLinks(tx, userId, actor.workspaceId)
  await revokeKeysOf(tx, userId, actor.workspaceId)
}

/** Locks every owner of the workspace too, in one order, so that two who leave at once do not both count on the other. */
async function lockMember(tx: Queryable, { workspaceId }: Membership, userId: string): Promise<Role> {
  const rows = await tx.rows<{ user_id: string; role: Role }>(sql`
    select user_id, role from memberships
    where workspace_id = ${workspaceId} and (role = 'owner' or user_id = ${userId})
    order by user_id for update`)
  const found = rows.find((row) => row.user_id === userId)
  if (!found) throw notFound('member')
  return found.role
}

async function requireAnotherOwner(tx: Queryable, workspaceId: string, userId: string): Promise<void> {
  const other = await tx.row(sql`
    select 1 from memberships
    where workspace_id = ${workspaceId} and role = 'owner' and user_id <> ${userId} limit 1`)
  if (other === null)
    throw new Problem(409, 'last_owner', 'A workspace keeps an owner. Make someone else owner first.')
}

/** An admin reaches everybody but owners, and an owner everybody. */
function requireReach({ role }: Membership, other: Role): void {
  const least = other === 'owner' ? 'owner' : 'admin'
  if (!isAtLeast(role, least)) throw roleMissing(role, least)
}
