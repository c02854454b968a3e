import { actorOf } from '../../callers/actor-of.ts'
import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { invalid } from '../../lib/problem.ts'
import { newSecret } from '../connect-attempt.ts'
import { type ReconnectedAccount, readReconnected } from '../reconnected-account.ts'
import { type ConnectLink, type LinkRow, linkColumns, toConnectLink } from './connect-link.ts'
import { sealLinkSecret } from './link-address.ts'
import { readLogoUrl, readReturnUrl } from './link-urls.ts'
import { readPlatforms } from './read-platforms.ts'

export interface NewLink {
  /** All that can be connected in the mode, or that of the account, unless given. */
  platforms?: string[]
  /** The account to connect again. */
  social_account_id?: string | null
  name?: string | null
  logo_url?: string | null
  return_url?: string | null
  external_id?: string | null
  /** A week unless given. */
  expires_in_seconds?: number
}

const weekSeconds = 7 * 24 * 60 * 60

/** Makes a link with which somebody else connects an account, once. @throws Problem 422 */
export async function createConnectLink(call: CallContext, link: NewLink): Promise<ConnectLink> {
  const { context, db, workspaceId, mode } = call
  const account = await findAccount(call, link.social_account_id ?? null)
  const platforms = await readPlatforms(call, link.platforms ?? null, account)
  const { logo_url = null, return_url = null } = link
  const place = { workspace_id: workspaceId, id: newId() }
  const { kind, id: actorId } = actorOf(call.caller)
  const row = await db.row<LinkRow>(sql`
    insert into connect_links (workspace_id, id, mode, platforms, account_id, name, logo_url, return_url, external_id,
      actor_kind, actor_id, secret, expires_at)
    values (${workspaceId}, ${place.id}, ${mode}, ${platforms}, ${account?.id ?? null}, ${link.name ?? null},
      ${logo_url && readLogoUrl(logo_url)}, ${return_url && readReturnUrl(return_url)}, ${link.external_id ?? null},
      ${kind}, ${actorId}, ${sealLinkSecret(context.sealer, place, newSecret())},
      crier_now(${workspaceId}, ${mode}) + make_interval(secs => ${link.expires_in_seconds ?? weekSeconds}))
    returning ${linkColumns}`)
  if (!row) throw new Error('An insert answered no row.')
  return toConnectLink(context, row)
}

async function findAccount(
  { db, workspaceId, mode }: CallContext,
  id: string | null,
): Promise<ReconnectedAccount | null> {
  if (id === null) return null
  const account = await readReconnected(db, workspaceId, id, mode)
  if (account) return account
  const detail = 'There is no account with this id.'
  throw invalid([{ pointer: '/social_account_id', code: 'account_not_found', detail }])
}
