import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { moveTargets } from '../move.ts'
import { firstLook, leadOf, wakeAfterCommit } from '../timing.ts'
import { lockTargets } from './lock-targets.ts'

/** When the targets of an approved post go out. */
export interface ApprovedTimes {
  /** A time that has passed counts as now. */
  readonly isNow: boolean
  /** By account; null: now. An account that is not here keeps its time. */
  readonly ofAccounts: ReadonlyMap<string, Date | null>
}

/**
 * A5: lets the targets of a post go that await approval. Targets that were canceled or need a review stay so; a chained part
 * follows the part before it.
 * @throws Problem 409 `scheduled_at_in_past`, naming in `accounts` those whose time has passed
 */
export async function approveTargets(
  call: CallContext,
  postId: string,
  { isNow, ofAccounts }: ApprovedTimes,
): Promise<void> {
  const { db, workspaceId } = call
  const waiting = (await lockTargets(call, postId)).filter(({ hold_reason: why }) => why === 'approval')
  const times = waiting.map(({ account_id: accountId }) => ({
    account_id: accountId,
    is_now: ofAccounts.get(accountId) === null,
    at: ofAccounts.get(accountId)?.toISOString() ?? null,
  }))
  const timed = await db.rows<{ account_id: string; passed: boolean }>(sql`
    update targets t set scheduled_at = case
        when x.is_now or ${isNow} and coalesce(x.at, t.scheduled_at) <= clock.at then clock.at
        else coalesce(x.at, t.scheduled_at) end
    from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as x(account_id uuid, is_now boolean, at timestamptz),
      (select crier_now(${workspaceId}, ${call.mode}) as at) clock
    where t.workspace_id = ${workspaceId} and t.post_id = ${postId} and t.account_id = x.account_id and t.awaits_approval
    returning t.account_id, t.scheduled_at < clock.at as passed`)
  const late = new Set(timed.filter(({ passed }) => passed).map((row) => row.account_id))
  if (late.size > 0) throw timePassed([...late])
  await db.run(sql`
    update targets set awaits_approval = false where workspace_id = ${workspaceId} and post_id = ${postId} and awaits_approval`)
  const lead = leadOf(sql`t.content`, call.context.config.timings.prepareLeadMs)
  // The other targets of the post count for its status, too.
  const all = waiting.map(({ seen }) => ({ ...seen, isOnlyTarget: false }))
  await moveTargets(db, all, 'approve', {
    nextActionAt: firstLook(sql`t.scheduled_at`, sql`t.workspace_id`, sql`t.mode`, lead),
  })
  const next = await db.rows<{ in_ms: number | null }>(sql`
    select (extract(epoch from min(next_action_at) - clock_timestamp()) * 1000)::float8 as in_ms from targets
    where workspace_id = ${workspaceId} and post_id = ${postId}`)
  wakeAfterCommit(call, next)
}

function timePassed(accounts: readonly string[]): Problem {
  const detail =
    'The time of this post has passed while it waited for approval. Say publish_now, or a new scheduled_at.'
  return new Problem(409, 'scheduled_at_in_past', detail, { extra: { accounts } })
}
