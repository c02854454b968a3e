import { empty, type Queryable, sql } from '../../../db/database.ts'
import type { Work } from '../claiming/load-work.ts'

/**
 * Locks the account, the post if it has other targets, and the target of each, always in this order, so that no two
 * workers wait for each other. Answers the ids of the targets for which all locks were taken. With `wait` these are all
 * of them; with `skip` it leaves out those that somebody else has locked.
 */
export async function lockForIntent(
  tx: Queryable,
  works: readonly Work[],
  whenLocked: 'wait' | 'skip',
): Promise<Set<string>> {
  const skip = whenLocked === 'skip' ? sql`skip locked` : empty
  const wanted = works.map(({ seen, accountId }) => ({
    workspace_id: seen.workspaceId,
    account_id: accountId,
    post_id: seen.isOnlyTarget ? null : seen.postId,
    id: seen.id,
  }))
  const rows = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
    as r(workspace_id uuid, account_id uuid, post_id uuid, id uuid)`
  const locked = await idsOf(
    tx.rows(sql`
      select r.id from ${rows} join social_accounts a on a.workspace_id = r.workspace_id and a.id = r.account_id
      for no key update of a ${skip}`),
  )
  const shared = wanted.filter((row) => row.post_id !== null)
  if (shared.length > 0) {
    const posts = await idsOf(
      tx.rows(sql`
        select r.id from ${rows} join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
        for no key update of p ${skip}`),
    )
    for (const { id } of shared) if (!posts.has(id)) locked.delete(id)
  }
  const targets = await idsOf(
    tx.rows(sql`
      select r.id from ${rows} join targets t on t.workspace_id = r.workspace_id and t.id = r.id
      for no key update of t ${skip}`),
  )
  return new Set([...locked].filter((id) => targets.has(id)))
}

async function idsOf(rows: Promise<readonly { id: string }[]>): Promise<Set<string>> {
  return new Set((await rows).map(({ id }) => id))
}
