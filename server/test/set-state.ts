import { sql } from '../src/db/database.ts'
import type { State } from '../src/targets/states.ts'
import type { House } from './house.ts'

/** Puts the results of a post into a state, as if a worker had; all of them, or those of one account, or their first comments. */
export async function setState(
  house: House,
  postId: string,
  state: State,
  accountId: string | null = null,
  part: 'post' | 'first_comment' = 'post',
): Promise<void> {
  const isAtRest = ['published', 'failed', 'canceled', 'needs_review', 'held'].includes(state)
  const review = {
    reason: 'answer_lost',
    sent_at: null,
    look_at: null,
    look_for: null,
    looked_at: null,
    found: [],
  }
  // An account has one in flight at most; those of other tests make room.
  await house.db.run(sql`
    update targets set state = 'canceled', next_action_at = null
    where workspace_id = ${house.workspaceId} and post_id <> ${postId} and state in ('committing', 'unknown')`)
  await house.db.run(sql`
    update targets set state = ${state},
      next_action_at = case when ${isAtRest} then null else clock_timestamp() + interval '1 hour' end,
      hold_reason = ${state === 'held' ? 'reconnect' : null},
      review = ${state === 'needs_review' ? JSON.stringify(review) : null}::jsonb,
      remote_id = case when ${state === 'published'} then 'r1' end,
      remote_url = case when ${state === 'published'} then 'https://n.example/r1' end,
      published_at = case when ${state === 'published'} then clock_timestamp() end
    where workspace_id = ${house.workspaceId} and post_id = ${postId} and part = ${part}
      and (${accountId}::uuid is null or account_id = ${accountId})`)
}
