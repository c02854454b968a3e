import { type Queryable, sql } from '../db/database.ts'
import { isInState, isNotInState } from '../targets/state-sql.ts'
import { editableStates, settledStates } from '../targets/states.ts'

/** The posts that an account is still to publish. */
export interface WaitingPosts {
  /** The planned time of the first of them; past where it is held. */
  readonly next_post_at: string | null
  readonly waiting_posts: number
}

/** So that no account with a long plan makes a list slow. */
const countedAtMost = 1_000
// The index of the targets of an account in their order has this condition, word for word.
const isUnsettled = isNotInState('t', settledStates)
const nothing: WaitingPosts = { next_post_at: null, waiting_posts: 0 }

/** Counts the posts of accounts that are not sent yet, also held ones, by one statement. Answers by the id of the account. */
export async function countWaiting(
  db: Queryable,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<(accountId: string) => WaitingPosts> {
  if (accountIds.length === 0) return () => nothing
  const rows = await db.rows<{ id: string; next: Date | null; count: number }>(sql`
    select a.id, w.next, w.count from unnest(${[...accountIds]}::uuid[]) as a(id) cross join lateral (
      select min(planned.scheduled_at) as next, count(*)::int as count from (
        select t.scheduled_at from targets t
        where t.workspace_id = ${workspaceId} and t.account_id = a.id and t.part = 'post'
          and ${isInState('t', editableStates)} and ${isUnsettled}
        order by t.scheduled_at limit ${countedAtMost}) planned) w`)
  const found = new Map(
    rows.map(({ id, next, count }) => [
      id,
      { next_post_at: next?.toISOString() ?? null, waiting_posts: count },
    ]),
  )
  return (accountId) => found.get(accountId) ?? nothing
}
