import type { CallContext } from '../context.ts'
import { empty, sql } from '../db/database.ts'
import { openPage, type PageBody, type PageQuery } from '../lib/requests/page.ts'
import { findFeed, type ItemRow, itemColumns, toItem } from './feed-row.ts'
import type { ItemOutcome, ShownItem } from './feed-schema.ts'

/** The items that a feed has had, what was found last first. @throws Problem 404, 422 */
export async function listFeedItems(
  call: CallContext,
  id: string,
  query: PageQuery & { outcome?: readonly ItemOutcome[] },
  url: URL,
): Promise<PageBody<ShownItem>> {
  const { db, workspaceId, context } = call
  await findFeed(call, id, empty)
  const page = openPage(query, {
    url,
    secretKeys: context.secretKeys,
    place: `${workspaceId} items of ${id}`,
  })
  const { after } = page
  const outcomes = query.outcome === undefined ? null : [...query.outcome]
  const matching = sql`i.workspace_id = ${workspaceId} and i.feed_id = ${id}
    and (${outcomes}::text[] is null or i.outcome = any(${outcomes}::text[]))`
  const rows = await db.rows<ItemRow & { at: string }>(sql`
    select ${itemColumns}, i.found_at::text as at from feed_items i
    where ${matching} and (${after?.at ?? null}::timestamptz is null
      or (i.found_at, i.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by i.found_at desc, i.id desc limit ${page.fetch} offset ${page.skip}`)
  const counted = page.counts
    ? await db.row<{ total: number }>(sql`select count(*)::int as total from feed_items i where ${matching}`)
    : null
  return page.answer(rows, counted?.total ?? null, toItem)
}
