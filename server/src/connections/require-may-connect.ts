import { type Role, scopesWithin } from '../callers/roles.ts'
import type { KeyScope } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import type { AttemptRow } from './connect-attempt.ts'

type Begun = Pick<AttemptRow, 'workspace_id' | 'link_id' | 'actor_kind' | 'actor_id'>

/**
 * Refuses to continue a sign-in whose person or key may no longer connect accounts. Their right was checked when the
 * sign-in began, up to twenty minutes ago. Within a transaction the right cannot change until the end.
 *
 * Without this check: an admin begins a sign-in, is removed from the workspace, comes back from the network, and
 * connects an account to a workspace that is no longer theirs.
 * @throws Problem 403 `may_not_connect`
 */
export async function requireMayConnect(db: Queryable, begun: Begun): Promise<void> {
  if (await mayConnect(db, begun)) return
  throw new Problem(
    403,
    'may_not_connect',
    'Who began this sign-in may not connect accounts to the workspace any more. Nothing was connected. Ask an admin of the workspace to connect the account.',
  )
}

async function mayConnect(db: Queryable, begun: Begun): Promise<boolean> {
  // People who sign in from a link need not be members. It counts until it is used, expires or is revoked, as its list says.
  if (begun.link_id !== null) return true
  switch (begun.actor_kind) {
    case 'operator':
    case 'system':
      return true
    case 'user':
      return includesConnecting(['accounts'], await lockRole(db, begun.workspace_id, begun.actor_id))
    case 'key':
      return mayKeyConnect(db, begun)
  }
}

async function mayKeyConnect(db: Queryable, { workspace_id, actor_id }: Begun): Promise<boolean> {
  const key = await db.row<{ user_id: string; by_operator: boolean; scopes: KeyScope[] }>(sql`
    select user_id, by_operator, scopes from api_keys
    where workspace_id = ${workspace_id} and id = ${actor_id} and revoked_at is null
      and (expires_at is null or expires_at > clock_timestamp())
    for share`)
  if (key === null) return false
  if (key.by_operator) return key.scopes.includes('accounts')
  return includesConnecting(key.scopes, await lockRole(db, workspace_id, key.user_id))
}

async function lockRole(db: Queryable, workspaceId: string, userId: string): Promise<Role | null> {
  const row = await db.row<{ role: Role }>(sql`
    select role from memberships where workspace_id = ${workspaceId} and user_id = ${userId} for share`)
  return row?.role ?? null
}

function includesConnecting(scopes: readonly KeyScope[], role: Role | null): boolean {
  return role !== null && scopesWithin(scopes, role).includes('accounts')
}
