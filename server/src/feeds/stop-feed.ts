import { type Queryable, sql } from '../db/database.ts'
import type { StoredNote } from './feed-fault.ts'
import type { FeedRow } from './feed-row.ts'
import { recordStatus } from './record-feed-event.ts'

/**
 * Stops a feed, in the caller's transaction, so that a person sees why and says what now. Items that were about to become
 * posts wait for them too. A feed that is stopped already, or that a person has paused or removed meanwhile, stays as it is.
 */
export async function stopFeed(
  tx: Queryable,
  { workspace_id, mode, id }: Pick<FeedRow, 'workspace_id' | 'mode' | 'id'>,
  problem: StoredNote,
): Promise<void> {
  const before = await tx.row<Pick<FeedRow, 'status'>>(sql`
    select status from feeds where workspace_id = ${workspace_id} and id = ${id}
      and status in ('active', 'failing') for no key update`)
  if (before === null) return
  await tx.run(sql`
    with waits as (
      update feed_items set outcome = 'waiting', next_try_at = null
      where workspace_id = ${workspace_id} and feed_id = ${id} and outcome = 'due'
    )
    update feeds set status = 'stopped', next_look_at = null, problem = ${JSON.stringify(problem)}::jsonb,
      fence = fence + 1, updated_at = clock_timestamp()
    where workspace_id = ${workspace_id} and id = ${id}`)
  await recordStatus(tx, { workspace_id, mode, id, status: before.status })
}
