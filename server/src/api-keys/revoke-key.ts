import { type Queryable, sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'

/** Ends a key for good: within a second no process accepts it. Revoking twice is no error. @throws Problem 404 */
export async function revokeKey(tx: Queryable, workspaceId: string, keyId: string): Promise<void> {
  const touched = await tx.run(sql`
    update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp())
    where workspace_id = ${workspaceId} and id = ${keyId}`)
  if (touched === 0) throw notFound('API key')
}
