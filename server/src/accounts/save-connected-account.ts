import type { Identified } from '../connectors/connector.ts'
import type { Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import type { Sealer } from '../lib/secrecy/seal.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import { nextRefresh } from './next-refresh.ts'
import { sealCredentials } from './open-credentials.ts'

export interface AccountOwner {
  workspaceId: string
  mode: Mode
  platform: string
  /** The way in which it signed in. */
  way: string
}

/**
 * Stores a profile that signed in, with its sealed credentials, and says so in an event. A profile that was connected
 * before is the same account: its id stays, and it is active again. Answers the account's id.
 */
export async function saveConnectedAccount(
  tx: Queryable,
  sealer: Sealer,
  place: AccountOwner,
  identified: Identified,
): Promise<string> {
  const accountId = await saveAccount(tx, place, identified)
  const sealed = sealCredentials(sealer, place.workspaceId, accountId, identified.credentials)
  await tx.run(sql`
    insert into connections as c (workspace_id, account_id, way, credentials, expires_at, refresh_after)
    values (${place.workspaceId}, ${accountId}, ${place.way}, ${sealed}, ${identified.expiresAt}, ${nextRefresh})
    on conflict (workspace_id, account_id) do update set
      way = excluded.way, credentials = excluded.credentials, version = c.version + 1, expires_at = excluded.expires_at,
      revoke_after = null, refresh_until = null, refresh_after = excluded.refresh_after, updated_at = clock_timestamp()`)
  await recordEvent(tx, {
    workspaceId: place.workspaceId,
    mode: place.mode,
    type: 'social_account.connected',
    subjectId: accountId,
    data: { id: accountId, platform: place.platform, username: identified.username, status: 'active' },
  })
  return accountId
}

async function saveAccount(tx: Queryable, place: AccountOwner, identified: Identified): Promise<string> {
  const { externalId, username, displayName, avatarUrl, profileUrl, settings } = identified
  const row = await tx.row<{ id: string }>(sql`
    insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, avatar_url,
      profile_url, settings)
    values (${place.workspaceId}, ${newId()}, ${place.mode}, ${place.platform}, ${externalId}, ${username},
      ${displayName}, ${avatarUrl}, ${profileUrl}, ${JSON.stringify(settings)}::jsonb)
    on conflict (workspace_id, mode, platform, external_id) do update set
      username = excluded.username, display_name = excluded.display_name, avatar_url = excluded.avatar_url,
      profile_url = excluded.profile_url, settings = excluded.settings, status = 'active', disconnected_at = null,
      blocked_until = null, updated_at = clock_timestamp()
    returning id`)
  if (!row) throw new Error('An upsert answered no row.')
  return row.id
}
