import type { Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { recordEvent } from '../webhooks/record-event.ts'

/** The network does not accept our leave any more: only the person can renew it. Says so once. */
export async function markNeedsReconnect(
  tx: Queryable,
  workspaceId: string,
  accountId: string,
): Promise<void> {
  const account = await tx.row<{ mode: Mode; platform: string; username: string }>(sql`
    update social_accounts set status = 'needs_reconnect', updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${accountId} and status = 'active' and disconnected_at is null
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
