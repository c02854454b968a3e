import type { CallContext, Context, Mode } from '../../context.ts'
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import { linkAddress } from './link-address.ts'

/** Whether a link can still be used. One that was tried too often has expired, too. */
export type LinkStatus = 'open' | 'used' | 'expired'

/** A connect link as the database has it. */
export interface LinkRow {
  workspace_id: string
  id: string
  mode: Mode
  platforms: string[]
  account_id: string | null
  name: string | null
  logo_url: string | null
  return_url: string | null
  external_id: string | null
  actor_kind: 'key' | 'user' | 'operator' | 'system'
  actor_id: string
  secret: string
  status: LinkStatus
  connected: string[]
  used_at: Date | null
  expires_at: Date
  created_at: Date
  at: string
}

/** A connect link as the API shows it. */
export interface ConnectLink {
  id: string
  /** The page to give to the person; null once it cannot be used any more. */
  url: string | null
  status: LinkStatus
  platforms: string[]
  /** The account that is connected again. */
  social_account_id: string | null
  name: string | null
  logo_url: string | null
  return_url: string | null
  external_id: string | null
  /** The accounts that were connected. */
  social_accounts: string[]
  expires_at: string
  used_at: string | null
  created_at: string
}

/** More sign-ins than any person needs, and too few to guess a password through us. */
export const mostTries = 100

/** The columns of LinkRow. */
export const linkColumns = sql`
  workspace_id, id, mode, platforms, account_id, name, logo_url, return_url, external_id, actor_kind, actor_id, secret,
  connected, used_at, expires_at, created_at, created_at::text as at,
  case when used_at is not null then 'used'
    when expires_at <= crier_now(workspace_id, mode) or tries >= ${mostTries}::int then 'expired' else 'open' end as status`

/** Finds a link of this workspace and mode. @throws Problem 404 */
export async function findLink(call: CallContext, id: string): Promise<LinkRow> {
  const row = await selectLink(
    call.db,
    sql`workspace_id = ${call.workspaceId} and mode = ${call.mode} and id = ${id}`,
  )
  if (!row) throw notFound('connect link')
  return row
}

export function selectLink(db: Queryable, which: Sql): Promise<LinkRow | null> {
  return db.row<LinkRow>(sql`select ${linkColumns} from connect_links where ${which}`)
}

export function toConnectLink(context: Context, row: LinkRow): ConnectLink {
  return {
    id: row.id,
    url: row.status === 'open' ? linkAddress(context, row) : null,
    status: row.status,
    platforms: row.platforms,
    social_account_id: row.account_id,
    name: row.name,
    logo_url: row.logo_url,
    return_url: row.return_url,
    external_id: row.external_id,
    social_accounts: row.connected,
    expires_at: row.expires_at.toISOString(),
    used_at: row.used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
