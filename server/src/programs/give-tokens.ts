import { hashToken } from '../api-keys/token-form.ts'
import type { KeyScope } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'

/** How long an access token is good. */
const accessSeconds = 3_600
/** How long a program may keep away before its access ends. */
const idleDays = 60

/** The answer to a program. */
export interface GivenTokens {
  readonly access: string
  readonly refresh: string
  readonly expiresInSeconds: number
  readonly scopes: readonly KeyScope[]
}

/** The access of a program, as it is named in a workspace. */
export interface GrantName {
  readonly workspaceId: string
  readonly id: string
}

/**
 * Extends an access and stores its next two tokens. Null where it has ended: it was taken away, or its person or workspace is
 * gone. One that is being taken away at this moment is waited for.
 */
export async function giveTokens(
  tx: Queryable,
  { workspaceId, id }: GrantName,
  { access, refresh }: Pick<GivenTokens, 'access' | 'refresh'>,
): Promise<GivenTokens | null> {
  const key = await tx.row<{ scopes: KeyScope[]; expiresAt: Date }>(sql`
    update api_keys k set expires_at = clock_timestamp() + ${idleDays} * interval '1 day'
    where workspace_id = ${workspaceId} and id = ${id} and revoked_at is null and expires_at > clock_timestamp()
      and exists (select from memberships m where m.workspace_id = k.workspace_id and m.user_id = k.user_id)
      and exists (select from workspaces w where w.id = k.workspace_id and w.purge_at is null)
    returning scopes, expires_at as "expiresAt"`)
  if (key === null) return null
  await tx.run(sql`
    insert into grant_tokens (hash, workspace_id, grant_id, kind, expires_at) values
      (${hashToken(access)}, ${workspaceId}, ${id}, 'access', clock_timestamp() + ${accessSeconds} * interval '1 second'),
      (${hashToken(refresh)}, ${workspaceId}, ${id}, 'refresh', ${key.expiresAt})`)
  await tx.run(sql`
    update programs set used_at = clock_timestamp() from grants g
    where g.workspace_id = ${workspaceId} and g.id = ${id} and programs.id = g.program_id`)
  return { access, refresh, expiresInSeconds: accessSeconds, scopes: key.scopes }
}
