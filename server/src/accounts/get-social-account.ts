import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import { type AccountRow, accountColumns, type SocialAccount, toSocialAccounts } from './social-account.ts'

/** One connected account. @throws Problem 404, also for one that was disconnected. */
export async function getSocialAccount(call: CallContext, accountId: string): Promise<SocialAccount> {
  const { context, db, workspaceId, mode } = call
  const row = await db.row<AccountRow>(sql`
    select ${accountColumns({ account: 'a', connection: 'c' })} from social_accounts a
    left join connections c on c.workspace_id = a.workspace_id and c.account_id = a.id
    where a.workspace_id = ${workspaceId} and a.mode = ${mode} and a.id = ${accountId} and a.disconnected_at is null`)
  if (!row) throw notFound('social account')
  const [account] = await toSocialAccounts(context, db, workspaceId, [row])
  if (!account) throw new Error('An account was not shown.')
  return account
}
