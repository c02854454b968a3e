import { type Queryable, sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json.ts'
import type { Sealer } from '../lib/seal.ts'

export interface OpenCredentials {
  credentials: JsonObject
  /** Grows with each refresh; hand it to `refreshCredentials`, so that two who saw the same one refresh once. */
  version: number
  /** Milliseconds from now by the database's clock; null when they do not expire. */
  expiresInMs: number | null
}

/** Opens our leave to act as an account, for one call. Null when there is none any more. */
export async function openCredentials(
  context: { db: Queryable; sealer: Sealer },
  workspaceId: string,
  accountId: string,
): Promise<OpenCredentials | null> {
  const row = await context.db.row<{
    credentials: string
    version: number
    expires_in_ms: number | null
  }>(sql`
    select credentials, version,
      (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as expires_in_ms
    from connections where workspace_id = ${workspaceId} and account_id = ${accountId} and revoke_after is null`)
  if (!row) return null
  return {
    credentials: unsealCredentials(context.sealer, workspaceId, accountId, row.credentials),
    version: row.version,
    expiresInMs: row.expires_in_ms,
  }
}

/** Sealed to its row: a value copied to another account does not open. */
export function sealCredentials(
  sealer: Sealer,
  workspaceId: string,
  accountId: string,
  credentials: JsonObject,
): string {
  return sealer.seal(JSON.stringify(credentials), place(workspaceId, accountId))
}

export function unsealCredentials(
  sealer: Sealer,
  workspaceId: string,
  accountId: string,
  sealed: string,
): JsonObject {
  return JSON.parse(sealer.open(sealed, place(workspaceId, accountId))) as JsonObject
}

function place(workspaceId: string, accountId: string): string {
  return `connections|credentials|${workspaceId}|${accountId}`
}
