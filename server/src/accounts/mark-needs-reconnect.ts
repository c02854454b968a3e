import type { Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { recordEvent } from '../webhooks/record-event.ts'

/**
 * Marks an account whose credentials the network no longer accepts, and says so in one event. Nothing happens unless
 * `version` is still current: newer credentials may work.
 */
export async function markNeedsReconnect(
  tx: Queryable,
  workspaceId: string,
  accountId: string,
  version: number,
): Promise<void> {
  // The lock comes first: an UPDATE that waits for a lock would still see the credentials from before the wait.
  await tx.run(
    sql`select from social_accounts where workspace_id = ${workspaceId} and id = ${accountId} for no key update`,
  )
  const account = await tx.row<{ mode: Mode; platform: string; username: string }>(sql`
    update social_accounts set status = 'needs_reconnect', updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${accountId} and status = 'active' and disconnected_at is null
      and not exists (select from connections where workspace_id = ${workspaceId} and account_id = ${accountId}
        and version <> ${version})
    returning mode, platform, username`)
  if (!account) return
  await recordEvent(tx, {
    workspaceId,
    mode: account.mode,
    type: 'social_account.needs_reconnect',
    subjectId: accountId,
    data: {
      id: accountId,
      platform: account.platform,
      username: account.username,
      status: 'needs_reconnect',
    },
  })
}
