import { type Queryable, sql } from '../db/database.ts'
import { keyIdOf, type SecretKeys } from '../lib/secrecy/secret-keys.ts'

/** An API key that was not used since the secret key changed, so its hash is still the one under the old secret key. */
export interface UnrenewedKey {
  readonly id: string
  readonly workspaceId: string
  /** Such as `crier_live_…abcd`. */
  readonly hint: string
  readonly name: string
  /** Whether a key of this process still finds it. */
  readonly isAccepted: boolean
}

/** Lists the valid API keys that have not been used since SECRET_KEY was replaced, oldest first. */
export async function listUnrenewedKeys(db: Queryable, keys: SecretKeys): Promise<UnrenewedKey[]> {
  const rows = await db.rows<UnrenewedKey & { secretKeyId: string }>(sql`
    select id, workspace_id as "workspaceId", 'crier_' || mode || '_…' || last4 as hint, name, secret_key_id as "secretKeyId"
    from api_keys
    where secret_key_id <> ${keyIdOf(keys.current)} and hash is not null and revoked_at is null
      and (expires_at is null or expires_at > clock_timestamp())
    order by created_at, id`)
  const known = keys.all.map(keyIdOf)
  return rows.map(({ secretKeyId, ...key }) => ({ ...key, isAccepted: known.includes(secretKeyId) }))
}
