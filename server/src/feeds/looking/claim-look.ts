import { type Queryable, sql } from '../../db/database.ts'
import { type FeedRow, feedColumns } from '../feed-row.ts'

/** A look that takes longer belongs to a process that died. */
const leaseMs = 3 * 60_000

/** A feed that one process looks at. */
export interface ClaimedFeed extends FeedRow {
  /** Whether posts of its workspace may go out. */
  readonly may_publish: boolean
}

/** Claims the feed whose look is due for longest, of none of these workspaces; null where there is none. */
export function claimLook(db: Queryable, busyWorkspaces: readonly string[]): Promise<ClaimedFeed | null> {
  return db.row<ClaimedFeed>(sql`
    update feeds f set fence = f.fence + 1, next_look_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    from (
      select d.workspace_id, d.id, w.subscription = 'active' or d.mode = 'test' as may_publish
      from feeds d join workspaces w on w.id = d.workspace_id
      where d.next_look_at <= clock_timestamp() and w.purge_at is null
        and d.workspace_id <> all(${busyWorkspaces}::uuid[]) and not exists (select from guards)
      order by d.next_look_at limit 1 for no key update of d skip locked
    ) due
    where f.workspace_id = due.workspace_id and f.id = due.id
    returning ${feedColumns}, due.may_publish`)
}

/** When feeds are to be looked at, or items to become posts. */
export const mayHaveFeedWork = sql`(
  exists (select from feeds where next_look_at <= clock_timestamp())
  or exists (select from feed_items where next_try_at <= clock_timestamp()))`
