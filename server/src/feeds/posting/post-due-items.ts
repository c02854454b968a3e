import type { Context } from '../../context.ts'
import { isDatabaseAway, type Queryable, sql } from '../../db/database.ts'
import type { FeedItem } from '../../lib/feed-reading/feed-document.ts'
import { type FeedRow, feedColumns } from '../feed-row.ts'
import type { DueItem, StoredContent } from './item-content.ts'
import { postItem } from './post-item.ts'

/** A try that takes longer belongs to a process that died. */
const leaseMs = 3 * 60_000

/** Makes posts of the items that are due, the oldest of each feed first. */
export async function postDueItems(context: Context, signal: AbortSignal, until: number): Promise<void> {
  while (!signal.aborted && performance.now() < until) {
    const due = await claimItem(context.db)
    if (due === null) return
    await postItem(context, due).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error
      context.log.error({ err: error, feed_item_id: due.id }, 'an item of a feed became no post')
    })
  }
}

type ItemRow = Omit<StoredContent, 'content'> & {
  readonly workspace_id: string
  readonly id: string
  readonly feed_id: string
  readonly tries: number
  readonly content: FeedItem | null
}

/** Claims an item: another process leaves it alone for as long as a try may take. */
async function claimItem(db: Queryable): Promise<DueItem | null> {
  const row = await db.row<ItemRow>(sql`
    update feed_items i set tries = i.tries + 1,
      next_try_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    from (
      select d.workspace_id, d.id from feed_items d
        join feeds f on f.workspace_id = d.workspace_id and f.id = d.feed_id
        join workspaces w on w.id = d.workspace_id
      where d.next_try_at <= clock_timestamp() and f.next_look_at is not null and w.purge_at is null
        and not exists (select from guards)
      order by d.next_try_at, d.id limit 1 for no key update of d skip locked
    ) due
    where i.workspace_id = due.workspace_id and i.id = due.id
    returning i.workspace_id, i.id, i.feed_id, i.tries, i.title, i.link, i.published_at, i.content`)
  if (row === null) return null
  const { id, tries, title, link, published_at, content } = row
  const feed = await db.row<FeedRow>(sql`
    select ${feedColumns} from feeds f where f.workspace_id = ${row.workspace_id} and f.id = ${row.feed_id}`)
  return feed && { feed, id, tries, content: { title, link, published_at, content } }
}
