import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { invalid } from '../lib/problem.ts'
import { counted } from '../lib/text/counted.ts'
import { isInState } from '../targets/state-sql.ts'
import { editableStates } from '../targets/states.ts'
import { getQueue, type Queue } from './get-queue.ts'
import { lockQueue } from './lock-queue.ts'
import { isAccount, unknownAccount } from './slot-input.ts'

/** The queue after it was paused or resumed, and a sentence that says what that means. */
export interface ChangedQueue extends Queue {
  message: string
}

/**
 * Pauses the queue or resumes it, for all accounts or for one. Posts keep their times; while it is paused, new ones get no
 * slots. @throws Problem 422
 */
export async function pauseQueue(
  call: CallContext,
  { paused, social_account_id }: { paused: boolean; social_account_id?: string | null },
): Promise<ChangedQueue> {
  const { db, workspaceId, mode } = call
  const accountId = social_account_id?.toLowerCase() ?? null
  if (accountId !== null && !(await isAccount(call, accountId)))
    throw invalid([unknownAccount('/social_account_id', accountId)])
  await lockQueue(call)
  await (paused
    ? db.run(sql`
        insert into queue_pauses (workspace_id, mode, account_id) values (${workspaceId}, ${mode}, ${accountId})
        on conflict do nothing`)
    : db.run(sql`
        delete from queue_pauses
        where workspace_id = ${workspaceId} and mode = ${mode} and account_id is not distinct from ${accountId}`))
  const waiting = await countWaiting(call, accountId)
  const queue = await getQueue(call)
  return { ...queue, message: paused ? pausedWords(waiting) : 'Resumed. New posts get slots again.' }
}

function pausedWords(waiting: number): string {
  if (waiting === 0) return 'Paused. New posts won’t get slots.'
  return `Paused. ${counted(waiting, 'post')} ${waiting === 1 ? 'keeps its time' : 'keep their times'}; new ones won’t get slots.`
}

/** The posts that wait for the time of their slot. */
async function countWaiting(
  { db, workspaceId, mode }: CallContext,
  accountId: string | null,
): Promise<number> {
  const row = await db.row<{ posts: number }>(sql`
    select count(*)::int as posts from posts p
    where p.workspace_id = ${workspaceId} and p.mode = ${mode} and p.deleted_at is null and p.queue_slot_id is not null
      and p.scheduled_at > crier_now(${workspaceId}, ${mode})
      and exists (select from targets t where t.workspace_id = p.workspace_id and t.post_id = p.id and t.part = 'post'
        and ${isInState('t', editableStates)}
        and (${accountId}::uuid is null or t.account_id = ${accountId}::uuid))`)
  return row?.posts ?? 0
}
