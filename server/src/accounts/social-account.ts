import { connectorOf, powerOf, wayNameOf } from '../connectors/of-platform.ts'
import type { Context } from '../context.ts'
import { type Queryable, raw, type Sql, sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import type { Words } from '../lib/text/sentence.ts'
import { accountOf } from './account-of.ts'
import { avatarUrl } from './avatar-url.ts'
import { countWaiting, type WaitingPosts } from './count-waiting.ts'
import { countPermits } from './permits.ts'
import { type WrittenLimits, writeLimits } from './write-limits.ts'

/** A social account as the database has it, with the expiry of its credentials. */
export interface AccountRow {
  id: string
  number: number
  platform: string
  external_id: string
  username: string
  display_name: string
  /** Where its network has its picture. */
  avatar_url: string | null
  avatar_name: string
  profile_url: string
  settings: JsonObject
  tags: string[]
  status: 'active' | 'needs_reconnect' | 'blocked' | 'disabled'
  expires_at: Date | null
  sign_in_ends_at: Date | null
  way: string | null
  created_at: Date
  /** `created_at` as text, for the cursor. */
  at: string
}

/** A social account as the API shows it. Never a token. */
export interface SocialAccount extends WaitingPosts {
  id: string
  /** Counted per workspace, over both modes; never given to another account. */
  number: number
  platform: string
  username: string
  display_name: string
  /** Its picture, on our own host; null where its network has none. */
  avatar_url: string | null
  profile_url: string
  status: 'active' | 'needs_reconnect' | 'blocked' | 'disabled'
  /** Whether `status` is that. */
  needs_reconnect: boolean
  expires_at: string | null
  /** When a person has to sign in again; null where Crier renews the access by itself, and where the time is unknown. */
  sign_in_ends_at: string | null
  /** The way in which it was connected; null where its platform is gone. */
  way: string | null
  /** The groups that people sorted it into. */
  tags: string[]
  limits: Partial<WrittenLimits>
  /** The behaviour that was set last; null where the platform has none. */
  behavior: JsonObject | null
  /** Why its public posts cannot be deleted at its network, in a sentence; null where they can. */
  cannot_delete: string | null
  external_id: string
  created_at: string
}

/** The columns of AccountRow, with the aliases of its tables. Access that was given for two weeks or less is renewed by itself. */
export function accountColumns({ account, connection }: { account: string; connection: string }): Sql {
  const [a, c] = [raw(account), raw(connection)]
  return sql`
  ${a}.id, ${a}.number, ${a}.platform, ${a}.external_id, ${a}.username, ${a}.display_name, ${a}.avatar_url, ${a}.avatar_name,
  ${a}.profile_url, ${a}.settings, ${a}.tags, ${a}.status, ${c}.expires_at,
  case when ${c}.expires_at - ${c}.updated_at > interval '14 days' then ${c}.expires_at end as sign_in_ends_at,
  ${c}.way, ${a}.created_at, ${a}.created_at::text as at`
}

/** Accounts as the API shows them. An account whose connector is gone has empty limits: it can post nothing. */
export async function toSocialAccounts(
  context: Pick<Context, 'connectors' | 'config'>,
  db: Queryable,
  workspaceId: string,
  rows: readonly AccountRow[],
): Promise<SocialAccount[]> {
  const limits = rows.map((row) => {
    const connector = connectorOf(context, row.platform)
    return connector ? connector.limits(accountOf(row)) : null
  })
  const left = await countPermits(
    db,
    rows.map(({ platform }, index) => ({ platform, rates: limits[index]?.rates ?? [] })),
  )
  const waitingOf = await countWaiting(
    db,
    workspaceId,
    rows.map(({ id }) => id),
  )
  return rows.map((row, index) => {
    const may = limits[index]
    return {
      ...toSocialAccount(context, row, may ? writeLimits(may, left[index] ?? []) : {}),
      ...waitingOf(row.id),
    }
  })
}

function toSocialAccount(
  context: Pick<Context, 'connectors' | 'config'>,
  row: AccountRow,
  limits: Partial<WrittenLimits>,
): Omit<SocialAccount, keyof WaitingPosts> {
  const connector = connectorOf(context, row.platform)
  const power = powerOf(connector, 'behavior')
  const deletes = powerOf(connector, 'delete')
  return {
    id: row.id,
    number: row.number,
    platform: row.platform,
    username: row.username,
    display_name: row.display_name,
    avatar_url: avatarUrl(context.config.publicUrl, row),
    profile_url: row.profile_url,
    status: row.status,
    needs_reconnect: row.status === 'needs_reconnect',
    expires_at: row.expires_at?.toISOString() ?? null,
    sign_in_ends_at: row.sign_in_ends_at?.toISOString() ?? null,
    way: wayNameOf(context, row),
    tags: row.tags,
    limits,
    behavior: power ? power.current(accountOf(row)) : null,
    cannot_delete: deletes
      ? asText(deletes.refusal(accountOf(row)))
      : `Crier cannot delete posts on ${connector?.name ?? row.platform}.`,
    external_id: row.external_id,
    created_at: row.created_at.toISOString(),
  }
}

function asText(words: Words | null): string | null {
  return words === null ? null : String(words)
}
