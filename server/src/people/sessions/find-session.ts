import { type ApprovalMode, needsApproval, type Role, scopesOf } from '../../callers/roles.ts'
import type { Mode, RemoteCaller } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { isFreshlyProven, isLiving } from './session-life.ts'
import { hashSessionToken } from './session-token.ts'

/** A person who is signed in. */
export interface SignedIn {
  readonly sessionId: string
  /** The hash of the token that was sent. It tells whether the session has got another one meanwhile. */
  readonly tokenHash: Buffer
  readonly userId: string
  readonly provedAt: Date
  /** Whether that was lately, as changes ask for that outlast the session. */
  readonly hasFreshProof: boolean
}

/** A person in one of their workspaces; `role` is null where they are no member, or the workspace was deleted or never was. */
interface Member extends Omit<SignedIn, 'tokenHash' | 'provedAt'> {
  readonly role: Role | null
  readonly subscription: 'active' | 'inactive'
  readonly approvalMode: ApprovalMode
}

/** Finds the person of a cookie's token, and notes that the session is in use. Null when it has ended. */
export async function findSession(db: Queryable, token: string): Promise<SignedIn | null> {
  const hash = hashSessionToken(token)
  if (hash === null) return null
  return db.row<SignedIn>(sql`
    with ${noteUse(hash)}
    select s.id as "sessionId", s.token_hash as "tokenHash", s.user_id as "userId", s.proved_at as "provedAt",
      ${isFreshlyProven('s')} as "hasFreshProof"
    from sessions s where s.token_hash = ${hash} and ${isLiving('s')}`)
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
    with ${noteUse(hash)}, ${noteWork(hash, workspaceId)}
    select s.id as "sessionId", s.user_id as "userId", ${isFreshlyProven('s')} as "hasFreshProof", m.role, w.subscription,
      w.approval_mode as "approvalMode"
    from sessions s
    left join (memberships m join workspaces w on w.id = m.workspace_id and w.purge_at is null)
      on m.user_id = s.user_id and m.workspace_id = ${workspaceId}
    where s.token_hash = ${hash} and ${isLiving('s')}`)
  if (row === null) return null
  const { role, sessionId, userId, hasFreshProof, subscription, approvalMode } = row
  if (role === null) return 'not_a_member'
  const rights = { scopes: scopesOf(role), needsApproval: needsApproval(role, approvalMode) }
  return {
    kind: 'session',
    sessionId,
    userId,
    hasFreshProof,
    workspaceId,
    mode,
    subscription,
    ...rights,
    limitKey: sessionId,
  }
}

function noteUse(hash: Buffer) {
  return sql`used as (
    update sessions s set last_used_at = clock_timestamp()
    where s.token_hash = ${hash} and ${isLiving('s')} and s.last_used_at < clock_timestamp() - interval '1 minute')`
}

/** Notes in which workspace the person works. A change of the membership that is under way is not waited for. */
function noteWork(hash: Buffer, workspaceId: string) {
  return sql`worked as (
    update memberships m set last_used_at = clock_timestamp() from (
      select own.workspace_id, own.user_id from memberships own join sessions s on s.user_id = own.user_id
      where own.workspace_id = ${workspaceId} and s.token_hash = ${hash} and ${isLiving('s')}
        and (own.last_used_at is null or own.last_used_at < clock_timestamp() - interval '1 minute')
      for no key update of own skip locked
    ) idle where m.workspace_id = idle.workspace_id and m.user_id = idle.user_id)`
}
