import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { requireOwnFeed } from './check-settings.ts'
import { findFeed } from './feed-row.ts'

/** Removes a feed and what is known of its items. The posts that were made of them stay. @throws Problem 403, 404 */
export async function deleteFeed(call: CallContext, id: string): Promise<void> {
  requireOwnFeed(call, await findFeed(call, id, sql`for update of f`))
  await call.db.run(sql`delete from feeds where workspace_id = ${call.workspaceId} and id = ${id}`)
}
