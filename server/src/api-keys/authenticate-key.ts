import type { KeyCaller } from '../context.ts'
import { empty, type Queryable, sql } from '../db/database.ts'
import { keyIdOf, type SecretKeys } from '../lib/secret-keys.ts'
import { hashKey, isWellFormedKey } from './key-form.ts'

/** The caller that a key stands for, and from where it may be used. */
interface AuthenticatedKey extends KeyCaller {
  /** CIDRs; empty: from anywhere. */
  readonly ipAllow: readonly string[]
}

/** Finds the caller of a key's text; null when it is no key, unknown, revoked or expired. */
export type AuthenticateKey = (text: string) => Promise<AuthenticatedKey | null>

// Below a second, so that a revoked key is refused within one by every process.
const believedMs = 900
const remembered = 10_000

/**
 * A mistyped key costs no query, and a known one at most one query a second. A result is believed from the moment its query
 * was sent, and the key's own text is forgotten with it.
 */
export function createAuthenticateKey(db: Queryable, secretKeys: SecretKeys): AuthenticateKey {
  const believed = new Map<string, { until: number; found: Promise<AuthenticatedKey | null> }>()
  return (text) => {
    const before = believed.get(text)
    if (before && before.until > performance.now()) return before.found
    if (!isWellFormedKey(text)) return Promise.resolve(null)
    if (believed.size >= remembered) believed.clear()
    const belief = { until: performance.now() + believedMs, found: findKey(db, secretKeys, text) }
    believed.set(text, belief)
    const forget = () => {
      if (believed.get(text) === belief) believed.delete(text)
    }
    setTimeout(forget, believedMs).unref()
    belief.found.catch(forget)
    return belief.found
  }
}

/**
 * Finds a key by its hash under either secret key. The look-up itself writes the last use, at most once a minute, and the
 * hash under the new secret key, once that is the current one.
 */
async function findKey(db: Queryable, keys: SecretKeys, text: string): Promise<AuthenticatedKey | null> {
  const hash = hashKey(keys.current, text)
  const hashes = keys.all.map((key) => hashKey(key, text))
  const [rewritten, isOld] = keys.hasRotated
    ? [sql`, hash = ${hash}, secret_key_id = ${keyIdOf(keys.current)}`, sql` or hash <> ${hash}`]
    : [empty, empty]
  const row = await db.row<Omit<AuthenticatedKey, 'kind' | 'limitKey'>>(sql`
    with used as (
      update api_keys set last_used_at = clock_timestamp()${rewritten}
      where hash = any(${hashes}::bytea[]) and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
        and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute'${isOld}))
    select k.id as "keyId", k.workspace_id as "workspaceId", k.user_id as "userId", k.mode, k.scopes,
      k.ip_allow::text[] as "ipAllow", w.subscription
    from api_keys k join workspaces w on w.id = k.workspace_id
    where k.hash = any(${hashes}::bytea[]) and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > clock_timestamp())`)
  return row && { ...row, kind: 'key', limitKey: row.keyId }
}
