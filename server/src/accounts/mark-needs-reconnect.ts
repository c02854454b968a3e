import type { Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { recordEvent } from '../webhooks/record-event.ts'

/**
 * The network does not accept our leave any more: only the person can renew it. Says so once, and not of a leave that
 * was renewed since the one it refused, which is that of `version`.
 */
export async function markNeedsReconnect(
  tx: Queryable,
  workspaceId: string,
  accountId: string,
  version: number,
): Promise<void> {
  // By a statement of its own: one that waits for a lock sees the leave as it was before.
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
