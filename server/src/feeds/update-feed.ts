import { keyOf } from '../api-keys/find-maker.ts'
import type { CallContext } from '../context.ts'
import { empty, sql } from '../db/database.ts'
import { findFeedAt } from './ask-feed.ts'
import { checkSettings, requireAction, requireOwnFeed } from './check-settings.ts'
import { toJsonb } from './create-feed.ts'
import { type FeedRow, findFeed, showFeed } from './feed-row.ts'
import type { Feed, FeedChangesBody } from './feed-schema.ts'
import type { FoundFeed } from './fetch-feed.ts'
import { sortFirst } from './looking/sort-items.ts'
import { storeItems } from './looking/store-items.ts'
import { readFeedAddress } from './read-feed-address.ts'
import { recordStatus } from './record-feed-event.ts'

/**
 * Changes the members of a feed that are named. From then on its posts are made in the name of who changed it, with their
 * rights. `found` is the feed at a new address: its items count as seen. To pause a feed and change nothing else needs no right
 * to publish and leaves its maker as it was, because from then on it makes no posts.
 * @throws Problem 403, 404, 422
 */
export async function updateFeed(
  call: CallContext,
  id: string,
  changes: FeedChangesBody,
  found: FoundFeed | undefined,
): Promise<Feed> {
  const { db, workspaceId, caller } = call
  const before = await findFeed(call, id, sql`for no key update of f`)
  requireOwnFeed(call, before)
  if (isPauseAlone(changes)) {
    await pause(call, id)
    await recordStatus(db, before)
    return showFeed(call, id)
  }
  const after = { ...before, ...settingsIn(changes) }
  requireAction(call, after.action)
  const accountIds = await checkSettings(call, after, after.account_ids)
  await db.run(sql`
    update feeds set user_id = ${caller.userId}, key_id = ${keyOf(caller)},
      account_ids = ${[...accountIds]}::uuid[], action = ${after.action}, caption = ${after.caption},
      platform_configurations = ${toJsonb(after.platform_configurations)}::jsonb, with_picture = ${after.with_picture},
      tags = ${[...after.tags]}::text[], most_per_day = ${after.most_per_day}, fence = fence + 1,
      updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${id}`)
  if (found) await moveTo(call, id, found)
  if (changes.status !== undefined) await setStatus(call, before, changes.status)
  await recordStatus(db, before)
  return showFeed(call, id)
}

/** Reads the feed at another address before it takes the place of the first. @throws Problem 403, 404, 422, 503 */
export async function readOtherAddress(
  call: CallContext,
  id: string,
  url: string,
  changes: FeedChangesBody,
): Promise<FoundFeed> {
  const before = await findFeed(call, id, empty)
  requireOwnFeed(call, before)
  const after = { ...before, ...settingsIn(changes) }
  requireAction(call, after.action)
  const address = readFeedAddress(url)
  await checkSettings(call, after, after.account_ids)
  return findFeedAt(call, address)
}

type Settings = Partial<
  Pick<FeedRow, 'action' | 'caption' | 'platform_configurations' | 'with_picture' | 'tags' | 'most_per_day'>
> & { readonly account_ids?: readonly (string | number)[] }

/** The columns of the members that are named. */
function settingsIn(changes: FeedChangesBody): Settings {
  const { social_accounts, action, caption, platform_configurations, with_picture, tags, max_per_day } =
    changes
  return {
    ...(social_accounts === undefined ? {} : { account_ids: social_accounts }),
    ...(action === undefined ? {} : { action }),
    ...(caption === undefined ? {} : { caption }),
    ...(platform_configurations === undefined ? {} : { platform_configurations }),
    ...(with_picture === undefined ? {} : { with_picture }),
    ...(tags === undefined ? {} : { tags }),
    ...(max_per_day === undefined ? {} : { most_per_day: max_per_day }),
  }
}

async function moveTo(
  { db, workspaceId }: CallContext,
  id: string,
  { url, feed, etag, lastModified }: FoundFeed,
) {
  await db.run(sql`
    update feeds set url = ${url}, title = ${feed.title || new URL(url).hostname}, site_url = ${feed.siteUrl},
      etag = ${etag}, last_modified = ${lastModified}, looked_at = clock_timestamp(), read_at = clock_timestamp(),
      failures = 0, failing_since = null, problem = case when status = 'stopped' then problem end,
      status = case when status = 'failing' then 'active' else status end
    where workspace_id = ${workspaceId} and id = ${id}`)
  await storeItems(db, { workspace_id: workspaceId, id }, sortFirst(feed.items, 0))
}

async function setStatus(
  call: CallContext,
  { id, status: before }: FeedRow,
  status: 'active' | 'paused',
): Promise<void> {
  if (status === 'active') {
    // One that is active or failing keeps its time, and its server the pause that it asked for.
    if (before === 'active' || before === 'failing') return
    await call.db.run(sql`
      update feeds set status = 'active', problem = null, failures = 0, failing_since = null,
        next_look_at = clock_timestamp()
      where workspace_id = ${call.workspaceId} and id = ${id}`)
    return
  }
  await pause(call, id)
}

function isPauseAlone({ status, ...others }: FeedChangesBody): boolean {
  return status === 'paused' && Object.values(others).every((other) => other === undefined)
}

/** Pauses a feed. A look that is under way stores nothing, and items that were about to become posts wait for a person. */
async function pause({ db, workspaceId }: CallContext, id: string): Promise<void> {
  await db.run(sql`
    update feeds set status = 'paused', next_look_at = null, problem = null, fence = fence + 1,
      updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${id}`)
  await db.run(sql`
    update feed_items set outcome = 'waiting', next_try_at = null
    where workspace_id = ${workspaceId} and feed_id = ${id} and outcome = 'due'`)
}
