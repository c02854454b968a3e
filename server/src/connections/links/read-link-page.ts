import type { TObject } from 'typebox'
import { connectorOf } from '../../connectors/of-platform.ts'
import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { readyWays } from '../sign-in.ts'
import type { LinkRow, LinkStatus } from './connect-link.ts'
import { findLinkByName } from './find-link-by-name.ts'
import { type ReturnStatus, returnAddress } from './link-urls.ts'

/** The page of a link, for the person who was given it. */
export interface LinkPage {
  readonly status: LinkStatus
  /** The name of the one who asks: that of the link, or of the workspace that will be able to publish. */
  readonly asker: string
  readonly logoUrl: string | null
  /** Where the person is led who leaves now; null where the link says nothing of it. */
  readonly leaveUrl: string | null
  /** The name of the account that is connected again. */
  readonly reconnected: string | null
  readonly choices: readonly LinkChoice[]
}

/** One way to sign in to one of the networks of a link. */
export interface LinkChoice {
  readonly platform: string
  /** The name of the network. */
  readonly network: string
  readonly way: string
  readonly kind: 'form' | 'redirect'
  readonly fields: TObject
}

/** @throws Problem 404 */
export async function readLinkPage(context: Context, name: string): Promise<LinkPage> {
  const row = await findLinkByName(context, name)
  const shown = await context.db.row<{ workspace: string; reconnected: string | null }>(sql`
    select w.name as workspace, (
      select username from social_accounts a
      where a.workspace_id = w.id and a.id = ${row.account_id}) as reconnected
    from workspaces w where w.id = ${row.workspace_id}`)
  if (!shown) throw new Error('A link has no workspace.')
  return {
    status: row.status,
    asker: row.name ?? shown.workspace,
    logoUrl: row.logo_url,
    leaveUrl: returnAddress(row, returnStatuses[row.status]),
    reconnected: shown.reconnected,
    choices: (await Promise.all(row.platforms.map((platform) => choicesOf(context, row, platform)))).flat(),
  }
}

const returnStatuses: Readonly<Record<LinkStatus, ReturnStatus>> = {
  open: 'not_connected',
  used: 'used',
  expired: 'expired',
}

async function choicesOf(context: Context, { mode }: LinkRow, platform: string): Promise<LinkChoice[]> {
  const connector = connectorOf(context, platform)
  if (!connector?.modes.includes(mode)) return []
  const { name: network } = connector
  const ways = await readyWays(context, connector)
  return ways.map(({ way, kind, fields }) => ({ platform, network, way, kind, fields }))
}
