import type { KeyScope, Mode, Scopes } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { keyIdOf, type SecretKeys } from '../lib/secrecy/secret-keys.ts'
import { hashKey, makeKey } from './key-form.ts'

export interface NewKey {
  workspaceId: string
  /** The person the key is made for; its uploads are stored under their id. */
  userId: string
  mode: Mode
  name: string
  scopes: Scopes
  expiresAt?: Date | null
  /** Networks in CIDR notation; empty or left out: from anywhere. */
  ipAllow?: readonly string[]
  /** Whether it has its rights as long as its maker has them too. Left out: the operator makes it, and it has them for ever. */
  isPersonal?: boolean
}

export interface CreatedKey {
  id: string
  /** The key itself: shown once and stored nowhere. */
  key: string
}

export const allScopes: readonly KeyScope[] = ['read', 'write', 'publish', 'accounts', 'admin']

/** Makes an API key. It is called for operators and people who are signed in, never for a caller with a key. */
export async function createKey(tx: Queryable, secretKeys: SecretKeys, input: NewKey): Promise<CreatedKey> {
  const id = newId()
  const key = makeKey(input.mode)
  const scopes = input.scopes === 'all' ? allScopes : input.scopes
  await tx.run(sql`
    insert into api_keys (workspace_id, id, user_id, mode, name, scopes, hash, secret_key_id, last4, ip_allow,
      expires_at, by_operator)
    values (${input.workspaceId}, ${id}, ${input.userId}, ${input.mode}, ${input.name},
      ${[...scopes]}::text[], ${hashKey(secretKeys.current, key)}, ${keyIdOf(secretKeys.current)}, ${key.slice(-4)},
      ${[...(input.ipAllow ?? [])]}::cidr[], ${input.expiresAt ?? null}, ${input.isPersonal !== true})`)
  return { id, key }
}
