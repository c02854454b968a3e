import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import { recordEvent } from '../webhooks/record-event.ts'

/**
 * Ends a connection on our side; the worker then revokes it at the network and forgets the credentials. The account's
 * row stays, so that the same profile connected again is the same account. Locks the account.
 * @throws Problem 404
 */
export async function markDisconnected(
  call: Pick<CallContext, 'db' | 'workspaceId' | 'mode'>,
  accountId: string,
): Promise<void> {
  const { db, workspaceId, mode } = call
  const account = await db.row<{ platform: string; username: string }>(sql`
    update social_accounts set disconnected_at = clock_timestamp(), updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${accountId} and mode = ${mode} and disconnected_at is null
    returning platform, username`)
  if (!account) throw notFound('social account')
  await db.run(sql`
    update connections set revoke_after = clock_timestamp()
    where workspace_id = ${workspaceId} and account_id = ${accountId}`)
  await db.run(sql`delete from avatars where workspace_id = ${workspaceId} and account_id = ${accountId}`)
  await recordEvent(db, {
    workspaceId,
    mode,
    type: 'social_account.disconnected',
    subjectId: accountId,
    data: { id: accountId, platform: account.platform, username: account.username, status: 'disconnected' },
  })
}
