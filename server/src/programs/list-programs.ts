import type { Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { ProgramScope } from './authorization-request.ts'

/** The access of a program, as it may be shown. */
export interface ShownProgram {
  readonly id: string
  readonly name: string
  /** Where its tokens went. */
  readonly redirectUri: string
  readonly mode: Mode
  readonly scopes: readonly ProgramScope[]
  readonly userId: string
  readonly email: string
  readonly lastUsedAt: Date | null
  readonly lastUsedIp: string | null
  readonly expiresAt: Date
  readonly createdAt: Date
}

/** Lists the programs that have access to a workspace, newest first. */
export function listPrograms(db: Queryable, workspaceId: string): Promise<ShownProgram[]> {
  return db.rows<ShownProgram>(sql`
    select k.id, k.name, g.redirect_uri as "redirectUri", k.mode, k.scopes, k.user_id as "userId", u.email,
      k.last_used_at as "lastUsedAt", k.last_used_ip as "lastUsedIp", k.expires_at as "expiresAt", k.created_at as "createdAt"
    from grants g join api_keys k on k.workspace_id = g.workspace_id and k.id = g.id join users u on u.id = k.user_id
    where g.workspace_id = ${workspaceId} and g.exchanged_at is not null
      and k.revoked_at is null and k.expires_at > clock_timestamp()
    order by k.created_at desc, k.id desc`)
}
