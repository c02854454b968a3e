import { type Queryable, sql } from '../db/database.ts'
import { batchPer } from '../lib/concurrency/batch.ts'
import type { JsonObject } from '../lib/json/json.ts'
import type { Sealer } from '../lib/secrecy/seal.ts'
import { sealedIn } from '../secrets/sealed-columns.ts'

export interface OpenCredentials {
  credentials: JsonObject
  /** Grows with each refresh. Hand it to `refreshCredentials`, so that two callers that saw the same version refresh once. */
  version: number
  /** Milliseconds from now by the database's clock; null when they do not expire. */
  expiresInMs: number | null
}

interface CredentialsRow {
  account_id: string
  credentials: string
  version: number
  expires_in_ms: number | null
}

/** An account, by its own id and that of its workspace. */
export interface AccountKey {
  readonly workspaceId: string
  readonly accountId: string
}

/** Opens the credentials of an account for one call. Null when there are none any more. */
export async function openCredentials(
  context: { db: Queryable; sealer: Sealer },
  place: AccountKey,
): Promise<OpenCredentials | null> {
  const row = await readRow(context, place)
  if (!row) return null
  return {
    credentials: unsealCredentials(context.sealer, place.workspaceId, place.accountId, row.credentials),
    version: row.version,
    expiresInMs: row.expires_in_ms,
  }
}

const readRow = batchPer<{ db: Queryable }, AccountKey, CredentialsRow | null>(
  { most: 100, lanes: 1 },
  async ({ db }, places) => {
    const asked = places.map(({ workspaceId, accountId }) => ({
      workspace_id: workspaceId,
      account_id: accountId,
    }))
    const rows = await db.rows<CredentialsRow>(sql`
      select c.account_id, c.credentials, c.version,
        (extract(epoch from c.expires_at - clock_timestamp()) * 1000)::float8 as expires_in_ms
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r(workspace_id uuid, account_id uuid)
        join connections c on c.workspace_id = r.workspace_id and c.account_id = r.account_id
      where c.revoke_after is null`)
    const byAccount = new Map(rows.map((row) => [row.account_id, row]))
    return places.map(({ accountId }) => byAccount.get(accountId) ?? null)
  },
)

/** Sealed to its row: a value copied to another account does not open. */
export function sealCredentials(
  sealer: Sealer,
  workspaceId: string,
  accountId: string,
  credentials: JsonObject,
): string {
  return sealer.seal(JSON.stringify(credentials), sealedIn('connections.credentials', workspaceId, accountId))
}

export function unsealCredentials(
  sealer: Sealer,
  workspaceId: string,
  accountId: string,
  sealed: string,
): JsonObject {
  return JSON.parse(
    sealer.open(sealed, sealedIn('connections.credentials', workspaceId, accountId)),
  ) as JsonObject
}
