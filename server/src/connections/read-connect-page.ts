import { connectorOf } from '../connectors/of-platform.ts'
import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import { isBrowserOf } from './browser-of-attempt.ts'
import {
  type AttemptRow,
  type AttemptStatus,
  attemptColumns,
  openCandidates,
  type ShownCandidate,
  toShownCandidate,
} from './connect-attempt.ts'

/** The page of an attempt, for the person who signs in. */
export interface ConnectPage {
  readonly status: AttemptStatus
  /** The name of the workspace that will be able to publish. */
  readonly workspace: string
  /** The name of the network. */
  readonly network: string
  /** The profiles to choose from; null in a browser in which nobody signed in. */
  readonly candidates: readonly ShownCandidate[] | null
  /** The name of the account that is connected again. */
  readonly reconnected: string | null
  /** The names of the accounts that were connected. */
  readonly connected: readonly string[]
  readonly error: string | null
}

interface PageRow extends AttemptRow {
  workspace: string
  reconnected: string | null
  usernames: string[]
}

/** Null where there is no such attempt any more. */
export async function readConnectPage(
  context: Context,
  id: string,
  secret: string | null,
): Promise<ConnectPage | null> {
  const row = await context.db.row<PageRow>(sql`
    select t.*, w.name as workspace,
      (select username from social_accounts a where a.workspace_id = t.workspace_id and a.id = t.account_id) as reconnected,
      array(select username from social_accounts a where a.workspace_id = t.workspace_id and a.id = any(t.connected)
        order by username) as usernames
    from (select ${attemptColumns} from connect_attempts where id = ${id}) t
      join workspaces w on w.id = t.workspace_id`)
  if (!row) return null
  return {
    status: row.status,
    workspace: row.workspace,
    network: connectorOf(context, row.platform)?.name ?? row.platform,
    candidates: isBrowserOf(row, secret) ? openCandidates(context.sealer, row).map(toShownCandidate) : null,
    reconnected: row.reconnected,
    connected: row.usernames,
    error: row.error?.detail ?? null,
  }
}
