import type { CallContext } from '../context.ts'
import { empty, sql } from '../db/database.ts'
import { openPage, type PageBody, type PageQuery } from '../lib/requests/page.ts'
import { type AccountRow, accountColumns, type SocialAccount, toSocialAccounts } from './social-account.ts'

export interface ListAccounts extends PageQuery {
  platform?: string[]
  status?: string[]
  /** With or without `@`; capitals do not count. */
  username?: string[]
  /** Accounts with one of these tags. */
  tag?: string[]
}

/** The connected accounts of this workspace and mode, newest first; all of them when no page is asked for. */
export async function listSocialAccounts(
  { context, db, workspaceId, mode }: CallContext,
  query: ListAccounts,
  url: URL,
): Promise<PageBody<SocialAccount>> {
  const page = openPage(query, {
    url,
    secretKeys: context.secretKeys,
    place: `${workspaceId} ${mode} social-accounts`,
    allWithoutLimit: true,
    isShort: true,
  })
  const usernames = query.username?.map((name) => name.replace(/^@/, '').toLowerCase()) ?? null
  const matching = sql`
    a.workspace_id = ${workspaceId} and a.mode = ${mode} and a.disconnected_at is null
    and (${query.platform ?? null}::text[] is null or a.platform = any(${query.platform ?? null}))
    and (${query.status ?? null}::text[] is null or a.status = any(${query.status ?? null}))
    and (${usernames}::text[] is null or ltrim(lower(a.username), '@') = any(${usernames}))
    and (${query.tag ?? null}::text[] is null or a.tags && ${query.tag ?? null})`
  const after = page.after
    ? sql`and (a.created_at, a.id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : empty
  const rows = await db.rows<AccountRow>(sql`
    select ${accountColumns({ account: 'a', connection: 'c' })} from social_accounts a
    left join connections c on c.workspace_id = a.workspace_id and c.account_id = a.id
    where ${matching} ${after}
    order by a.created_at desc, a.id desc limit ${page.fetch} offset ${page.skip}`)
  const counted = page.counts
    ? await db.row<{ total: number }>(sql`select count(*) as total from social_accounts a where ${matching}`)
    : null
  const shown = new Map(
    (await toSocialAccounts(context, db, workspaceId, rows)).map((account) => [account.id, account]),
  )
  return page.answer(rows, counted?.total ?? null, ({ id }) => {
    const account = shown.get(id)
    if (!account) throw new Error('An account was not shown.')
    return account
  })
}
