import { isAtLeast, type Role } from '../../callers/roles.ts'
import { type Queryable, raw, type Sql, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { requireEmail } from '../new-user.ts'
import { hashSessionToken } from '../sessions/session-token.ts'
import { createInvitationTokens, type InvitationTokens } from './invitation-tokens.ts'
import type { Membership } from './require-member.ts'
import { roleMissing } from './role-missing.ts'

const livesDays = 7

export type InvitedRole = Exclude<Role, 'owner'>

export interface InvitationShown {
  id: string
  email: string
  role: InvitedRole
  created_at: string
  expires_at: string
}

/**
 * Invites somebody to a workspace. Answers the secrets of the links, which are stored nowhere; a second invitation of the same
 * address changes the first, whose links are then worth nothing.
 * @throws Problem 403 `role_missing`, 409 `already_member`, 422
 */
export async function inviteMember(
  tx: Queryable,
  actor: Membership,
  input: { readonly email: string; readonly role: InvitedRole },
): Promise<{ invitation: InvitationShown; tokens: InvitationTokens }> {
  const email = requireEmail(input.email)
  if (!isAtLeast(actor.role, input.role)) throw roleMissing(actor.role, input.role)
  await refuseMember(tx, actor.workspaceId, email)
  const [id, tokens] = [newId(), createInvitationTokens()]
  const row = await tx.row<InvitationRow>(sql`
    insert into invitations (workspace_id, id, token_hash, email, role, invited_by, expires_at)
    values (${actor.workspaceId}, ${id}, ${hashSessionToken(tokens.shown)}, ${email}, ${input.role}, ${actor.userId},
      clock_timestamp() + ${`${livesDays} days`}::interval)
    on conflict (workspace_id, lower(email)) do update set token_hash = excluded.token_hash, email = excluded.email,
      role = excluded.role, invited_by = excluded.invited_by, created_at = clock_timestamp(), expires_at = excluded.expires_at
    returning id, email, role, created_at, expires_at`)
  if (row === null) throw new Error('An upsert answered no row.')
  return { invitation: toShown(row), tokens }
}

/**
 * Whether the invitation `alias` can still be accepted: it is not too old, its inviter may still invite, and nobody has deleted
 * the workspace.
 */
export function isOpenInvitation(alias: string): Sql {
  const i = raw(alias)
  return sql`${i}.expires_at > clock_timestamp() and exists (
  select from workspaces place where place.id = ${i}.workspace_id and place.purge_at is null) and exists (
  select from memberships inviter
  where inviter.workspace_id = ${i}.workspace_id and inviter.user_id = ${i}.invited_by and inviter.role in ('admin', 'owner'))`
}

/** The invitations of a workspace that can still be accepted, the newest first. */
export async function listInvitations(db: Queryable, workspaceId: string): Promise<InvitationShown[]> {
  const rows = await db.rows<InvitationRow>(sql`
    select id, email, role, created_at, expires_at from invitations i
    where workspace_id = ${workspaceId} and ${isOpenInvitation('i')}
    order by created_at desc, id desc`)
  return rows.map(toShown)
}

/** Takes an invitation back. @throws Problem 404 */
export async function deleteInvitation(tx: Queryable, workspaceId: string, id: string): Promise<void> {
  const deleted = await tx.run(
    sql`delete from invitations where workspace_id = ${workspaceId} and id = ${id}`,
  )
  if (deleted === 0) throw notFound('invitation')
}

async function refuseMember(tx: Queryable, workspaceId: string, email: string): Promise<void> {
  const member = await tx.row(sql`
    select 1 from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and lower(u.email) = lower(${email})`)
  if (member !== null)
    throw new Problem(
      409,
      'already_member',
      sentence('{email} is a member of this workspace already.', { email }),
    )
}

interface InvitationRow {
  id: string
  email: string
  role: InvitedRole
  created_at: Date
  expires_at: Date
}

function toShown({ created_at, expires_at, ...row }: InvitationRow): InvitationShown {
  return { ...row, created_at: created_at.toISOString(), expires_at: expires_at.toISOString() }
}
