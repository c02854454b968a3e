import type { Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { recordEvent } from '../webhooks/record-event.ts'

/** Why an account cannot publish: its credentials are refused, or its network has blocked it. */
export type Inactivity = 'needs_reconnect' | 'blocked'

/**
 * Marks an account that its network refuses, and says so in one event. Nothing happens unless `version` of its
 * credentials is still current: newer ones may work.
 */
export async function markInactive(
  tx: Queryable,
  { workspaceId, accountId, version }: { workspaceId: string; accountId: string; version: number },
  status: Inactivity,
): Promise<void> {
  // The lock comes first: an UPDATE that waits for a lock would still see the credentials from before the wait.
  await tx.run(
    sql`select from social_accounts where workspace_id = ${workspaceId} and id = ${accountId} for no key update`,
  )
  const account = await tx.row<{ mode: Mode; platform: string; username: string }>(sql`
    update social_accounts set status = ${status}, updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${accountId} and status = 'active' and disconnected_at is null
      and not exists (select from connections where workspace_id = ${workspaceId} and account_id = ${accountId}
        and version <> ${version})
    returning mode, platform, username`)
  if (!account) return
  const { mode, platform, username } = account
  const type = `social_account.${status}` as const
  await recordEvent(tx, {
    workspaceId,
    mode,
    type,
    subjectId: accountId,
    data: { id: accountId, platform, username, status },
  })
}
