import { type Queryable, sql } from '../../db/database.ts'
import type { FeedItem } from '../../lib/feed-reading/feed-document.ts'
import { word } from '../../lib/text/sentence.ts'
import { currentEra } from '../../webhooks/reading/event-position.ts'
import { type FeedFault, toNote } from '../feed-fault.ts'
import { type FeedRow, feedColumns } from '../feed-row.ts'
import type { FetchedFeed } from '../fetch-feed.ts'
import { recordStatus, recordWaiting } from '../record-feed-event.ts'
import { stopFeed } from '../stop-feed.ts'
import { pauseAfterFailure, pauseAfterRead } from './next-look.ts'
import { sortItems } from './sort-items.ts'
import { storeItems } from './store-items.ts'

/** A feed that cannot be read for so long is said to be failing. */
const failingAfterMs = 3 * 24 * 3_600_000
/** A feed with more new items in a day makes up ids, or is no feed of news. */
const mostNewPerDay = 500

/** A look at a feed: what was found there, by the row as it was when the look began. */
export interface Look {
  readonly feed: FeedRow
  readonly found: FetchedFeed
}

/**
 * Stores what a look has found, in the caller's transaction: its new items with what is to become of them, and when to look
 * again. Answers how many items are due, or null where the feed was changed or looked at by another meanwhile, and nothing was
 * stored.
 */
export async function storeLook(tx: Queryable, { feed, found }: Look): Promise<number | null> {
  const now = await tx.row<FeedRow & { era: number; current_era: number }>(sql`
    select ${feedColumns}, f.era, ${currentEra} as current_era from feeds f
    where f.workspace_id = ${feed.workspace_id} and f.id = ${feed.id} and f.fence = ${feed.fence} for no key update of f`)
  if (now === null) return null
  if (found.kind === 'fault') {
    await storeFailure(tx, now, found.fault)
    return 0
  }
  await storeRead(tx, now, found)
  await recordStatus(tx, now)
  if (found.kind === 'unchanged') return 0
  const { items } = found.feed
  const known = await findKnown(tx, now, items)
  const sorted = sortItems(items, { ...known, readAt: now.read_at, isRestored: now.era !== now.current_era })
  const due = await storeItems(tx, now, sorted)
  await recordWaiting(tx, now, sorted.filter(({ outcome }) => outcome === 'waiting').length)
  if (sorted.length + known.newToday <= mostNewPerDay) return due
  const detail = word(
    'It had more than 500 new items within a day. Its program may make up new ids for old items. Look at it, then resume it.',
  )
  await stopFeed(tx, now, toNote({ code: 'too_many_items', detail }))
  return 0
}

async function findKnown(
  tx: Queryable,
  { workspace_id, id, most_per_day }: FeedRow,
  items: readonly FeedItem[],
) {
  const identities = items.map(({ identity }) => identity)
  const links = items.flatMap(({ linkIdentity }) => linkIdentity ?? [])
  const own = sql`workspace_id = ${workspace_id} and feed_id = ${id}`
  const row = await tx.row<{
    identities: string[]
    links: string[]
    has_any: boolean
    let_today: number
    new_today: number
  }>(sql`
    select
      array(select encode(identity, 'hex') from feed_items where ${own}
        and identity = any(select decode(x, 'hex') from unnest(${identities}::text[]) x)) as identities,
      array(select distinct encode(link_identity, 'hex') from feed_items where ${own}
        and link_identity = any(select decode(x, 'hex') from unnest(${links}::text[]) x)) as links,
      exists (select from feed_items where ${own}) as has_any,
      (select count(*)::int from feed_items where ${own} and let_at > clock_timestamp() - interval '1 day') as let_today,
      (select count(*)::int from feed_items where ${own} and outcome <> 'seen'
        and found_at > clock_timestamp() - interval '1 day') as new_today`)
  return {
    identities: new Set(row?.identities),
    links: new Set(row?.links),
    hasAny: row?.has_any ?? false,
    roomToday: Math.max(0, most_per_day - (row?.let_today ?? 0)),
    newToday: row?.new_today ?? 0,
  }
}

/** A feed that was paused stays so. One that was read is not failing any more. */
async function storeRead(
  tx: Queryable,
  { workspace_id, id, title, site_url, etag, last_modified }: FeedRow,
  found: Exclude<FetchedFeed, { kind: 'fault' }>,
): Promise<void> {
  const said =
    found.kind === 'feed'
      ? {
          title: found.feed.title || title,
          siteUrl: found.feed.siteUrl,
          etag: found.etag,
          lastModified: found.lastModified,
        }
      : { title, siteUrl: site_url, etag, lastModified: last_modified }
  const pauseMs = pauseAfterRead(found.freshForMs, Math.random)
  await tx.run(sql`
    update feeds set title = ${said.title}, site_url = ${said.siteUrl}, etag = ${said.etag},
      last_modified = ${said.lastModified}, looked_at = clock_timestamp(), read_at = clock_timestamp(), problem = null,
      failing_since = null, failures = 0, fence = fence + 1, era = ${currentEra},
      status = case when status = 'failing' then 'active' else status end,
      next_look_at = case when next_look_at is null then null
        else clock_timestamp() + ${pauseMs} * interval '1 millisecond' end
    where workspace_id = ${workspace_id} and id = ${id}`)
}

async function storeFailure(tx: Queryable, feed: FeedRow, fault: FeedFault): Promise<void> {
  const problem = toNote(fault)
  await tx.run(sql`
    update feeds set looked_at = clock_timestamp(), failures = failures + 1, fence = fence + 1,
      failing_since = coalesce(failing_since, clock_timestamp()), problem = ${JSON.stringify(problem)}::jsonb,
      status = case when status = 'active' and not ${fault.isGone}
          and failing_since < clock_timestamp() - ${failingAfterMs} * interval '1 millisecond'
        then 'failing' else status end,
      next_look_at = case when next_look_at is null then null else clock_timestamp()
        + ${pauseAfterFailure(feed.failures + 1, fault.retryAfterMs, Math.random)} * interval '1 millisecond' end
    where workspace_id = ${feed.workspace_id} and id = ${feed.id}`)
  if (fault.isGone) await stopFeed(tx, feed, problem)
  else await recordStatus(tx, feed)
}
