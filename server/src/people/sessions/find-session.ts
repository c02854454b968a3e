import { type Role, scopesOf } from '../../callers/roles.ts'
import type { Mode, RemoteCaller } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { isLiving } from './session-life.ts'
import { hashSessionToken } from './session-token.ts'

/** A person who is signed in. */
export interface SignedIn {
  readonly sessionId: string
  readonly userId: string
  readonly provedAt: Date
}

/** A person in one of their workspaces; `role` is null where they are no member, or the workspace does not exist. */
interface Member extends SignedIn {
  readonly role: Role | null
  readonly subscription: 'active' | 'inactive'
}

/** Finds the person of a cookie's token, and notes that the session is in use. Null when it has ended. */
export async function findSession(db: Queryable, token: string): Promise<SignedIn | null> {
  const hash = hashSessionToken(token)
  if (hash === null) return null
  return db.row<SignedIn>(sql`
    with ${noteUse(hash)}
    select s.id as "sessionId", s.user_id as "userId", s.proved_at as "provedAt"
    from sessions s where s.token_hash = ${hash} and ${isLiving}`)
}

/**
 * Finds the caller that a cookie's token stands for in a workspace. Null when the session has ended; `not_a_member` for a
 * workspace that is not the person's, or is none at all.
 */
export async function findSessionCaller(
  db: Queryable,
  token: string,
  workspaceId: string,
  mode: Mode,
): Promise<RemoteCaller | 'not_a_member' | null> {
  const hash = hashSessionToken(token)
  if (hash === null) return null
  const row = await db.row<Member>(sql`
    with ${noteUse(hash)}
    select s.id as "sessionId", s.user_id as "userId", s.proved_at as "provedAt", m.role, w.subscription
    from sessions s
    left join memberships m on m.user_id = s.user_id and m.workspace_id = ${workspaceId}
    left join workspaces w on w.id = m.workspace_id
    where s.token_hash = ${hash} and ${isLiving}`)
  if (row === null) return null
  const { role, sessionId, userId, subscription } = row
  if (role === null) return 'not_a_member'
  const scopes = scopesOf(role)
  return { kind: 'session', sessionId, userId, workspaceId, mode, subscription, scopes, limitKey: sessionId }
}

function noteUse(hash: Buffer) {
  return sql`used as (
    update sessions s set last_used_at = clock_timestamp()
    where s.token_hash = ${hash} and ${isLiving} and s.last_used_at < clock_timestamp() - interval '1 minute')`
}
