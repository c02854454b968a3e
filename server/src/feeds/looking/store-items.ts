import { type Queryable, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import type { SortedItem } from './sort-items.ts'

/** The newest items that become no posts are kept whole, for a person who wants a post of one after all. */
const keptWhole = 20

/** Stores items that are not known. Answers how many are due. */
export async function storeItems(
  tx: Queryable,
  feed: { readonly workspace_id: string; readonly id: string },
  sorted: readonly SortedItem[],
): Promise<number> {
  if (sorted.length === 0) return 0
  // The newest item is the first of the feed, and gets the greatest id.
  const rows = sorted
    .map((each, index) => ({ ...each, isWhole: each.outcome !== 'seen' || index < keptWhole }))
    .toReversed()
    .map(({ item, outcome, notes, isWhole }) => ({
      id: newId(),
      identity: `\\x${item.identity}`,
      link_identity: item.linkIdentity === null ? null : `\\x${item.linkIdentity}`,
      title: item.title,
      link: item.link,
      published_at: item.publishedAt,
      outcome,
      content: isWhole ? item : null,
      notes,
    }))
  await tx.run(sql`
    insert into feed_items (workspace_id, feed_id, id, identity, link_identity, title, link, published_at, outcome, content,
      notes, next_try_at, let_at)
    select ${feed.workspace_id}, ${feed.id}, id, identity, link_identity, title, link, published_at, outcome,
      nullif(content, 'null'::jsonb), notes,
      case when outcome = 'due' then clock_timestamp() end, case when outcome = 'due' then clock_timestamp() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, identity bytea, link_identity bytea, title text,
      link text, published_at timestamptz, outcome text, content jsonb, notes jsonb)
    on conflict (workspace_id, feed_id, identity) do nothing`)
  return sorted.filter(({ outcome }) => outcome === 'due').length
}
