import type { KeyScope, Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { hashKey, makeKey } from './key-form.ts'

export interface NewKey {
  workspaceId: string
  /** The person it is made for; its uploads lie under their id. */
  userId: string
  mode: Mode
  name: string
  /** All of them when left out. */
  scopes?: readonly KeyScope[]
  expiresAt?: Date | null
  /** Networks in CIDR notation; empty or left out: from anywhere. */
  ipAllow?: readonly string[]
}

export interface CreatedKey {
  id: string
  /** The key itself, told this once and stored nowhere. */
  key: string
}

export const allScopes: readonly KeyScope[] = ['read', 'write', 'publish', 'accounts', 'admin']

/** Makes an API key. Only operators and signed-in people come here, never somebody with a key. */
export async function createKey(tx: Queryable, secretKey: Buffer, input: NewKey): Promise<CreatedKey> {
  const id = newId()
  const key = makeKey(input.mode)
  await tx.run(sql`
    insert into api_keys (workspace_id, id, user_id, mode, name, scopes, hash, last4, ip_allow, expires_at)
    values (${input.workspaceId}, ${id}, ${input.userId}, ${input.mode}, ${input.name},
      ${[...(input.scopes ?? allScopes)]}::text[], ${hashKey(secretKey, key)}, ${key.slice(-4)},
      ${[...(input.ipAllow ?? [])]}::cidr[], ${input.expiresAt ?? null})`)
  return { id, key }
}
