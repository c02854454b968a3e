import { createHash } from 'node:crypto'
import { type ApprovalMode, needsApproval, type Role, scopesWithin } from '../callers/roles.ts'
import type { KeyCaller, KeyScope } from '../context.ts'
import { empty, type Queryable, type Sql, sql } from '../db/database.ts'
import { plainAddressOf } from '../lib/addresses/network.ts'
import { keyIdOf, type SecretKeys } from '../lib/secrecy/secret-keys.ts'
import { createGuessLimit, refuseGuess } from './guess-limit.ts'
import { hashKey, isWellFormedKey } from './key-form.ts'
import { hashToken, isTokenOf } from './token-form.ts'

/** The caller that a key stands for, and where it may be used. */
export interface AuthenticatedKey extends KeyCaller {
  /** CIDRs; empty: from anywhere. */
  readonly ipAllow: readonly string[]
  /** Whether it is the token of a program that a person let in, which is good for agents alone. */
  readonly isGrant: boolean
}

/**
 * Finds the caller of the text of a key or of an access token; null when it is neither, unknown, revoked or expired, or its workspace was
 * deleted. An address that sent many unknown keys is asked to wait, for keys that were not good lately. `isHidden`: the address is
 * that of a proxy, and says nothing of the client.
 * @throws Problem 429
 */
export type AuthenticateKey = (
  text: string,
  address?: string,
  isHidden?: boolean,
) => Promise<AuthenticatedKey | null>

// Below a second, so that a revoked key is refused within one by every process.
const believedMs = 900
// Keys are random, so one that is unknown now hardly becomes known: only a restored database or a rotation can do that.
const unknownMs = 5_000
const remembered = 10_000
/** The hashes of keys that were good are remembered as long as they are among the last so many. */
const rememberedGood = 10_000

/**
 * A mistyped key costs no query, an unknown one a query every five seconds, and a known one at most one a second. A result is
 * believed from the moment its query was sent, and the key's own text is forgotten with it.
 */
export function createAuthenticateKey(db: Queryable, secretKeys: SecretKeys): AuthenticateKey {
  const believed = new Map<string, { until: number; found: Promise<AuthenticatedKey | null> }>()
  const good = new Set<string>()
  const guesses = createGuessLimit()

  function ask(
    text: string,
    name: string,
    address: string | undefined,
    isHidden: boolean,
  ): Promise<AuthenticatedKey | null> {
    const sentAt = performance.now()
    const client = isHidden || address === undefined ? null : plainAddressOf(address)
    const belief = { until: sentAt + believedMs, found: findKey(db, secretKeys, text, client) }
    const forget = () => {
      if (believed.get(text) === belief) believed.delete(text)
    }
    dropOldest(believed, remembered)
    believed.set(text, belief)
    belief.found.then((key) => {
      if (key === null) {
        belief.until = sentAt + unknownMs
        good.delete(name)
        if (address !== undefined) guesses.count(address)
      } else if (!good.has(name)) {
        dropOldest(good, rememberedGood)
        good.add(name)
      }
      setTimeout(forget, belief.until - performance.now()).unref()
    }, forget)
    return belief.found
  }

  return (text, address, isHidden = false) => {
    const before = believed.get(text)
    if (before && before.until > performance.now()) return before.found
    if (!isWellFormedKey(text) && !isTokenOf('access', text)) return Promise.resolve(null)
    const name = createHash('sha256').update(text).digest('base64')
    const closedForMs = address === undefined || good.has(name) ? null : guesses.closedForMs(address)
    return closedForMs === null ? ask(text, name, address, isHidden) : refuseGuess(closedForMs)
  }
}

function dropOldest(from: Map<string, unknown> | Set<string>, most: number): void {
  const [oldest] = from.keys()
  if (from.size >= most && oldest !== undefined) from.delete(oldest)
}

/**
 * Finds a key by its hash, or that of a grant by its token. The look-up itself writes the last use and its address, at most once a
 * minute, and the hash under the new secret key, once that is the current one. A request from an address that the key does
 * not allow is no use of it.
 */
async function findKey(
  db: Queryable,
  keys: SecretKeys,
  text: string,
  address: string | null,
): Promise<AuthenticatedKey | null> {
  const isGrant = isTokenOf('access', text)
  const { isNamed, rewritten, isOld } = isGrant ? byToken(text) : byHash(keys, text)
  const row = await db.row<FoundKey>(sql`
    with used as (
      update api_keys k set last_used_at = clock_timestamp(), last_used_ip = ${address}${rewritten}
      where ${isNamed} and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
        and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute'${isOld})
        and (ip_allow = '{}' or ${address}::inet <<= any (ip_allow)))
    select k.id as "keyId", k.workspace_id as "workspaceId", k.user_id as "userId", k.mode, k.scopes,
      k.ip_allow::text[] as "ipAllow", w.subscription, w.approval_mode as "approvalMode",
      k.by_operator as "isOperators", m.role
    from api_keys k join workspaces w on w.id = k.workspace_id and w.purge_at is null
    left join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
    where ${isNamed} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > clock_timestamp())`)
  if (row === null) return null
  const { isOperators, role, approvalMode, scopes, ...key } = row
  const caller = { ...key, isGrant, kind: 'key', limitKey: key.keyId } as const
  if (isOperators) return { ...caller, scopes, needsApproval: needsApproval(null, approvalMode) }
  // A key does no more than its maker may, and nothing once its maker has left.
  return (
    role && {
      ...caller,
      scopes: scopesWithin(scopes, role),
      needsApproval: needsApproval(role, approvalMode),
    }
  )
}

/** How a row of the keys is found, and what its use changes besides. */
interface Named {
  readonly isNamed: Sql
  readonly rewritten: Sql
  readonly isOld: Sql
}

function byHash(keys: SecretKeys, text: string): Named {
  const hashes = keys.all.map((key) => hashKey(key, text))
  const isNamed = sql`k.hash = any(${hashes}::bytea[])`
  if (!keys.hasRotated) return { isNamed, rewritten: empty, isOld: empty }
  const hash = hashKey(keys.current, text)
  const rewritten = sql`, hash = ${hash}, secret_key_id = ${keyIdOf(keys.current)}`
  return { isNamed, rewritten, isOld: sql` or hash <> ${hash}` }
}

function byToken(text: string): Named {
  const isNamed = sql`(k.workspace_id, k.id) = (
    select workspace_id, grant_id from grant_tokens
    where hash = ${hashToken(text)} and kind = 'access' and expires_at > clock_timestamp())`
  return { isNamed, rewritten: empty, isOld: empty }
}

interface FoundKey
  extends Omit<AuthenticatedKey, 'kind' | 'limitKey' | 'scopes' | 'needsApproval' | 'isGrant'> {
  readonly scopes: readonly KeyScope[]
  readonly isOperators: boolean
  readonly approvalMode: ApprovalMode
  /** Null for a maker who is no member any more. */
  readonly role: Role | null
}
