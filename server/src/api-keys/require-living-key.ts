import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'

/**
 * Refuses a key that was revoked since its request came: each process believes a key for most of a second, and what is made here
 * would outlast it. Nobody revokes the key until the transaction ends, so whoever does sees what it made.
 * @throws Problem 401 `unauthorized`
 */
export async function requireLivingKey(
  tx: Queryable,
  { workspaceId, keyId }: { readonly workspaceId: string; readonly keyId: string },
): Promise<void> {
  const key = await tx.row(sql`
    select from api_keys where workspace_id = ${workspaceId} and id = ${keyId} and revoked_at is null
      and (expires_at is null or expires_at > clock_timestamp())
    for share`)
  if (key === null) throw new Problem(401, 'unauthorized', 'This API key was revoked meanwhile.')
}
