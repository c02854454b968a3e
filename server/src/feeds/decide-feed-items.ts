import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { type FieldProblem, invalid } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { requireAction, requireOwnFeed } from './check-settings.ts'
import { findFeed, showFeed } from './feed-row.ts'
import type { DecisionBody, Feed } from './feed-schema.ts'
import { requireActive } from './look-at-feed.ts'
import { enqueuePosting } from './posting/enqueue-posting.ts'

const mostAtOnce = 50

/**
 * Lets items become posts, or leaves them be. An item that is a post already stays one. Answers how many were decided.
 * @throws Problem 403, 404; 409 `feed_not_active`; 422 `feed_item_not_found`
 */
export async function decideFeedItems(
  call: CallContext,
  id: string,
  { decision, items }: DecisionBody,
): Promise<{ decided: number; feed: Feed }> {
  const feed = await findFeed(call, id, sql`for no key update of f`)
  requireOwnFeed(call, feed)
  if (decision === 'post') {
    requireAction(call, feed.action)
    requireActive(feed)
  }
  if (items) await refuseUnknown(call, id, items)
  const decided = await (decision === 'post' ? letThrough : skip)(call, id, items ?? null)
  if (decision === 'post' && decided > 0) await enqueuePosting(call.db)
  return { decided, feed: await showFeed(call, id) }
}

async function refuseUnknown(
  { db, workspaceId }: CallContext,
  feedId: string,
  items: readonly string[],
): Promise<void> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from feed_items where workspace_id = ${workspaceId} and feed_id = ${feedId}
      and id = any(${[...items]}::uuid[])`)
  const known = new Set(rows.map((row) => row.id))
  const unknown = items.flatMap((item, index): FieldProblem[] => {
    if (known.has(item.toLowerCase())) return []
    const detail = sentence('This feed has no item {item}.', { item })
    return [{ pointer: `/items/${index}`, code: 'feed_item_not_found', detail }]
  })
  if (unknown.length > 0) throw invalid(unknown)
}

type Named = readonly string[] | null

/** Without names, those that wait: not those that failed, which would fail again. */
function letThrough({ db, workspaceId }: CallContext, feedId: string, items: Named): Promise<number> {
  return db.run(sql`
    update feed_items set outcome = 'due', next_try_at = clock_timestamp(), tries = 0, notes = '[]'
    where workspace_id = ${workspaceId} and id in (${chosen(workspaceId, feedId, items, ['waiting'])})
      and outcome not in ('posted', 'due')`)
}

function skip({ db, workspaceId }: CallContext, feedId: string, items: Named): Promise<number> {
  return db.run(sql`
    update feed_items set outcome = 'skipped', next_try_at = null
    where workspace_id = ${workspaceId} and id in (${chosen(workspaceId, feedId, items, ['waiting', 'failed'])})
      and outcome in ('waiting', 'failed', 'due')`)
}

function chosen(workspaceId: string, feedId: string, items: Named, outcomes: string[]) {
  return sql`
    select id from feed_items where workspace_id = ${workspaceId} and feed_id = ${feedId}
      and case when ${items === null} then outcome = any(${outcomes}::text[])
        else id = any(${items === null ? [] : [...items]}::uuid[]) end
    order by found_at desc, id desc limit ${mostAtOnce}`
}
