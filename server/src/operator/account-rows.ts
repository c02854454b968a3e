import type { Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { cleanText } from '../lib/text/clean-text.ts'

/** A connected account as the commands show it. */
export interface AccountRow {
  id: string
  number: number
  mode: Mode
  platform: string
  username: string
  display_name: string
  profile_url: string
  status: string
  created_at: Date
}

/** The connected accounts of a workspace, newest first. Cleans the names, because rows may be older than the rule to store them clean, and a terminal obeys control characters. */
export async function readAccounts(db: Queryable, workspaceId: string): Promise<AccountRow[]> {
  const rows = await db.rows<AccountRow>(sql`
    select id, number, mode, platform, username, display_name, profile_url, status, created_at from social_accounts
    where workspace_id = ${workspaceId} and disconnected_at is null order by created_at desc, id desc`)
  return rows.map((row) => ({
    ...row,
    username: cleanText(row.username, 200),
    display_name: cleanText(row.display_name, 200),
    profile_url: cleanText(row.profile_url, 2_000),
  }))
}

export function toJson({ created_at, ...account }: AccountRow): JsonObject {
  return { ...account, created_at: created_at.toISOString() }
}

export function toLine({ id, number, mode, platform, username, status }: AccountRow): string {
  return `${id}  ${number}  ${mode}  ${platform}  ${username}  ${status}`
}
