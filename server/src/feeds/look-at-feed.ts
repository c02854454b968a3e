import type { CallContext } from '../context.ts'
import { empty, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { askFeed } from './ask-feed.ts'
import { requireOwnFeed } from './check-settings.ts'
import { type FeedRow, findFeed, showFeed } from './feed-row.ts'
import type { Feed } from './feed-schema.ts'
import { type Look, storeLook } from './looking/store-look.ts'
import { enqueuePosting } from './posting/enqueue-posting.ts'

/** The server of a feed is not asked more often, however often a person presses. */
const leastMs = 10_000

/** Looks at a feed now. @throws Problem 403, 404; 409 `feed_not_active` or `looked_just_now`; 503 */
export async function beginLook(call: CallContext, id: string): Promise<Look> {
  const feed = await findFeed(call, id, empty)
  requireOwnFeed(call, feed)
  requireActive(feed)
  await refuseTooSoon(call, feed)
  const { url, etag, last_modified: lastModified } = feed
  return { feed, found: await askFeed(call, { url, etag, lastModified, mayBePage: false }) }
}

/** Stores what a look has found, and answers the feed. A look that another one overtook changes nothing. */
export async function lookAtFeed(call: CallContext, look: Look): Promise<Feed> {
  const due = await storeLook(call.db, look)
  if (due !== null && due > 0) await enqueuePosting(call.db)
  return showFeed(call, look.feed.id)
}

/** @throws Problem 409 `feed_not_active` */
export function requireActive({ status }: Pick<FeedRow, 'status'>): void {
  if (status === 'active' || status === 'failing') return
  throw new Problem(409, 'feed_not_active', 'This feed is paused or stopped. Resume it first.')
}

async function refuseTooSoon({ db, workspaceId }: CallContext, { id }: FeedRow): Promise<void> {
  const soon = await db.row(sql`
    select from feeds where workspace_id = ${workspaceId} and id = ${id}
      and looked_at > clock_timestamp() - ${leastMs} * interval '1 millisecond'`)
  if (soon === null) return
  const detail = 'This feed was looked at within the last ten seconds. Wait a moment.'
  throw new Problem(409, 'looked_just_now', detail, { retryAfterSeconds: leastMs / 1_000 })
}
