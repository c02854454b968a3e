import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import { requireOwnFeed } from './check-settings.ts'
import { findFeed } from './feed-row.ts'

/** Removes a feed and what is known of its items. The posts that were made of them stay. @throws Problem 403, 404 */
export async function deleteFeed(call: CallContext, id: string): Promise<void> {
  const feed = await findFeed(call, id, sql`for update of f`)
  requireOwnFeed(call, feed)
  const { db, workspaceId, mode } = call
  await db.run(sql`delete from feeds where workspace_id = ${workspaceId} and id = ${id}`)
  const { status: previous_status, url, title } = feed
  const data = { id, status: 'deleted', previous_status, url, title } as const
  await recordEvent(db, { workspaceId, mode, type: 'feed.deleted', subjectId: id, data })
}
