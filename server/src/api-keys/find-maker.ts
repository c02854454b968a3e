import type { ApprovalMode } from '../callers/roles.ts'
import { needsApproval, type Role, scopesOf, scopesWithin } from '../callers/roles.ts'
import type { Caller, KeyScope, SystemCaller } from '../context.ts'
import { type Queryable, type Sql, sql } from '../db/database.ts'

/** The one in whose name a feed or a recurrence makes posts, with the rights that they have at this moment. */
export interface Maker {
  readonly caller: SystemCaller
  readonly hasSubscription: boolean
}

/** Who made something that makes posts later: a person, with a key or without. */
interface Made {
  readonly workspace_id: string
  readonly user_id: string
  readonly key_id: string | null
}

/** Whether the key `k` may still be used. */
const isKeyGood = sql`k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())`

/** Finds the maker. Null for a person who is no member any more, and for a key that was revoked or has expired. */
export async function findMaker(
  db: Queryable,
  { workspace_id, user_id, key_id }: Made,
): Promise<Maker | null> {
  const row = await db.row<FoundMaker>(sql`
    select m.role, w.subscription, w.approval_mode, k.scopes, coalesce(k.by_operator, false) as is_operators
    from workspaces w
    left join memberships m on m.workspace_id = w.id and m.user_id = ${user_id}
    left join api_keys k on k.workspace_id = w.id and k.id = ${key_id}::uuid and ${isKeyGood}
    where w.id = ${workspace_id} and w.purge_at is null`)
  if (row === null) return null
  const { role, scopes, is_operators, approval_mode: mode, subscription } = row
  const hasSubscription = subscription === 'active'
  const of = (rights: SystemCaller['scopes'], asRole: Role | null): Maker => ({
    caller: { kind: 'system', userId: user_id, scopes: rights, needsApproval: needsApproval(asRole, mode) },
    hasSubscription,
  })
  if (key_id === null) return role === null ? null : of(scopesOf(role), role)
  if (scopes === null) return null
  if (is_operators) return of(scopes, null)
  return role === null ? null : of(scopesWithin(scopes, role), role)
}

/** The key that something is made with, to be stored beside it; null for a person in the app. */
export function keyOf(caller: Caller): string | null {
  return caller.kind === 'key' ? caller.keyId : null
}

/** Whether the row of this alias was made with a key that was revoked or has expired since. */
export function isKeyGone(row: Sql): Sql {
  return sql`(${row}.key_id is not null and not exists (select from api_keys k
    where k.workspace_id = ${row}.workspace_id and k.id = ${row}.key_id and ${isKeyGood}))`
}

interface FoundMaker {
  readonly role: Role | null
  readonly subscription: 'active' | 'inactive'
  readonly approval_mode: ApprovalMode
  /** Null where it was not made with a key, or the key is no more. */
  readonly scopes: readonly KeyScope[] | null
  readonly is_operators: boolean
}
