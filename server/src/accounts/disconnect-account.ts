import type { Scope } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import { recordEvent } from '../webhooks/record-event.ts'

/**
 * Takes an account out of use: nothing uses its credentials any more, and the worker revokes them at the network. Its
 * row stays, so that the same profile connected again is the same account. What waits on it is for publishing to hold.
 * @throws Problem 404
 */
export async function disconnectAccount(scope: Scope, accountId: string): Promise<void> {
  const { db, workspaceId, mode } = scope
  const account = await db.row<{ platform: string; username: string; status: string }>(sql`
    update social_accounts set disconnected_at = clock_timestamp(), updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and mode = ${mode} and id = ${accountId} and disconnected_at is null
    returning platform, username, status`)
  if (!account) throw notFound('social account')
  await db.run(sql`
    update connections set revoke_after = clock_timestamp()
    where workspace_id = ${workspaceId} and account_id = ${accountId}`)
  await recordEvent(db, {
    workspaceId,
    mode,
    type: 'social_account.disconnected',
    subjectId: accountId,
    data: { id: accountId, ...account },
  })
}
