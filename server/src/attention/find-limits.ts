import { accountOf } from '../accounts/account-of.ts'
import { countPermits } from '../accounts/permits.ts'
import { type AccountRow, accountColumns } from '../accounts/social-account.ts'
import { connectorOf } from '../connectors/of-platform.ts'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import type { AttentionRow } from './attention-schema.ts'

/** A limit is nearly used when so much of it is left, or less. */
const partLeft = 0.1
/** The most accounts that are looked at, those connected last. */
const mostAccounts = 500

/** Limits of networks that are nearly used, the most used first. */
export async function findLimits(
  { context, db, workspaceId, mode }: CallContext,
  limit: number,
): Promise<AttentionRow[]> {
  const accounts = await db.rows<AccountRow>(sql`
    select ${accountColumns({ account: 'a', connection: 'c' })} from social_accounts a
    left join connections c on c.workspace_id = a.workspace_id and c.account_id = a.id
    where a.workspace_id = ${workspaceId} and a.mode = ${mode} and a.disconnected_at is null and a.status = 'active'
    order by a.created_at desc, a.id desc limit ${mostAccounts}`)
  const requests = accounts.map((row) => ({
    row,
    platform: row.platform,
    rates: connectorOf(context, row.platform)?.limits(accountOf(row)).rates ?? [],
  }))
  const left = await countPermits(db, requests)
  const near = requests.flatMap(({ row, rates }, index) =>
    rates.flatMap((rate, at) => {
      const remaining = left[index]?.[at] ?? rate.posts
      return remaining > rate.posts * partLeft ? [] : [{ row, rate, remaining }]
    }),
  )
  near.sort((a, b) => a.remaining / a.rate.posts - b.remaining / b.rate.posts)
  return near.slice(0, limit).map(({ row, rate, remaining }) => ({
    since: null,
    reason: rate.per,
    social_account_id: row.id,
    platform: row.platform,
    username: row.username,
    remaining,
    of: rate.posts,
    every_seconds: rate.everyMs / 1_000,
    total: near.length,
  }))
}
