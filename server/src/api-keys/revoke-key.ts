import { type Queryable, sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'

/**
 * Ends a key for good: within a second no process accepts it. Connect links that it made and that nobody has used end too: whoever
 * stole the key may have kept some. Revoking twice is no error. @throws Problem 404
 */
export async function revokeKey(tx: Queryable, workspaceId: string, keyId: string): Promise<void> {
  const touched = await tx.run(sql`
    update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp())
    where workspace_id = ${workspaceId} and id = ${keyId} and hash is not null`)
  if (touched === 0) throw notFound('API key')
  const isOpenLink = sql`workspace_id = ${workspaceId} and actor_kind = 'key' and actor_id = ${keyId} and used_at is null`
  // In the order in which a sign-in that is being stored takes them: attempt, link.
  await tx.run(sql`
    delete from connect_attempts
    where workspace_id = ${workspaceId} and link_id in (select id from connect_links where ${isOpenLink})`)
  await tx.run(sql`delete from connect_links where ${isOpenLink}`)
}
