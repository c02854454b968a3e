import { connectorOf } from '../connectors/of-platform.ts'
import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import { isBrowserOf } from './browser-of-attempt.ts'
import {
  type AttemptError,
  type AttemptRow,
  type AttemptStatus,
  attemptColumns,
  type ShownCandidate,
  showCandidates,
} from './connect-attempt.ts'
import { type LinkRow, selectLink } from './links/connect-link.ts'
import { linkAddress } from './links/link-address.ts'
import { returnAddress } from './links/link-urls.ts'

/** The page of an attempt, for the person who signs in. */
export interface ConnectPage {
  readonly status: AttemptStatus
  /** The name of the workspace that will be able to publish, or the one that a connect link gives it. */
  readonly workspace: string
  /** The name of the network. */
  readonly network: string
  /** The profiles to choose from; null in a browser without a session. */
  readonly candidates: readonly ShownCandidate[] | null
  /** The name of the account that is connected again. */
  readonly reconnected: string | null
  /** The names of the accounts that were connected. */
  readonly connected: readonly string[]
  /** The reason why nothing was connected. */
  readonly error: AttemptError | null
  /** The connect link from which it was begun. */
  readonly link: LinkOfPage | null
}

export interface LinkOfPage {
  /** The page of the link, from which the person may try again. */
  readonly url: string
  readonly logoUrl: string | null
  /** Where the person is led who leaves now; null where the link says nothing of it. */
  readonly leaveUrl: string | null
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
  const { workspace_id, link_id } = row
  const link =
    link_id === null
      ? null
      : await selectLink(context.db, sql`workspace_id = ${workspace_id} and id = ${link_id}`)
  return {
    status: row.status,
    workspace: link?.name ?? row.workspace,
    network: connectorOf(context, row.platform)?.name ?? row.platform,
    candidates: isBrowserOf(row, secret) ? showCandidates(context, row) : null,
    reconnected: row.reconnected,
    connected: row.usernames,
    error: row.error,
    link: link ? toLinkOfPage(context, row, link) : null,
  }
}

function toLinkOfPage(context: Context, { status, connected }: AttemptRow, link: LinkRow): LinkOfPage {
  const leaving = status === 'connected' ? 'connected' : 'not_connected'
  return {
    url: linkAddress(context, link),
    logoUrl: link.logo_url,
    leaveUrl: returnAddress(link, leaving, connected),
  }
}
