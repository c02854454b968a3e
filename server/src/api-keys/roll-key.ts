import type { KeyScope, Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import type { SecretKeys } from '../lib/secrecy/secret-keys.ts'
import { type CreatedKey, createKey } from './create-key.ts'

/**
 * Makes a key with the rights of another one, for the person who asks: so it does no more than they may. The other one ends
 * some hours later, unless it ends sooner by itself; feeds and recurrences that it made go on with the new one. @throws Problem 404 for a key that is not there, was revoked or has expired
 */
export async function rollKey(
  tx: Queryable,
  secretKeys: SecretKeys,
  {
    workspaceId,
    userId,
    keyId,
    overlapHours,
  }: { workspaceId: string; userId: string; keyId: string; overlapHours: number },
): Promise<CreatedKey> {
  const old = await tx.row<Old>(sql`
    select mode, name, scopes, ip_allow::text[] as "ipAllow", expires_at as "expiresAt"
    from api_keys where workspace_id = ${workspaceId} and id = ${keyId} and hash is not null and revoked_at is null
      and (expires_at is null or expires_at > clock_timestamp())
    for update`)
  if (old === null) throw notFound('API key')
  await tx.run(sql`
    update api_keys
    set expires_at = least(expires_at, clock_timestamp() + ${`${overlapHours} hours`}::interval)
    where workspace_id = ${workspaceId} and id = ${keyId}`)
  const created = await createKey(tx, secretKeys, { workspaceId, userId, ...old, isPersonal: true })
  // Feeds, recurrences and review links outlive the key that made them: they go on with the new one.
  const passedOn = sql`set key_id = ${created.id}, user_id = ${userId} where workspace_id = ${workspaceId} and key_id = ${keyId}`
  await tx.run(sql`update feeds ${passedOn}`)
  await tx.run(sql`update recurrences ${passedOn}`)
  await tx.run(sql`update review_links ${passedOn}`)
  return created
}

interface Old {
  mode: Mode
  name: string
  scopes: KeyScope[]
  ipAllow: string[]
  expiresAt: Date | null
}
