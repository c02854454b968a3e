import type { KeyScope, Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'

/** The parts of a key that may be shown. */
export interface ShownKey {
  id: string
  mode: Mode
  name: string
  scopes: KeyScope[]
  last4: string
  ipAllow: string[]
  expiresAt: Date | null
  lastUsedAt: Date | null
  /** The address of that use; null where it is not known. */
  lastUsedIp: string | null
  revokedAt: Date | null
  createdAt: Date
}

/** Lists a workspace's keys, newest first, revoked ones too. The accesses of programs are not among them. */
export function listKeys(db: Queryable, workspaceId: string): Promise<ShownKey[]> {
  return db.rows<ShownKey>(sql`
    select id, mode, name, scopes, last4, ip_allow::text[] as "ipAllow", expires_at as "expiresAt",
      last_used_at as "lastUsedAt", last_used_ip as "lastUsedIp", revoked_at as "revokedAt", created_at as "createdAt"
    from api_keys where workspace_id = ${workspaceId} and hash is not null order by created_at desc, id desc`)
}
