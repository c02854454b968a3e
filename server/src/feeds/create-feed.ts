import { keyOf } from '../api-keys/find-maker.ts'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { currentEra } from '../webhooks/reading/event-position.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import { findFeedAt } from './ask-feed.ts'
import { usualCaption } from './caption-template.ts'
import { checkSettings, requireAction } from './check-settings.ts'
import { showFeed } from './feed-row.ts'
import type { Feed, NewFeedBody } from './feed-schema.ts'
import type { FoundFeed } from './fetch-feed.ts'
import { pauseAfterRead } from './looking/next-look.ts'
import { sortFirst } from './looking/sort-items.ts'
import { storeItems } from './looking/store-items.ts'
import { enqueuePosting } from './posting/enqueue-posting.ts'
import type { PostSettings } from './posting/post-settings.ts'
import { readFeedAddress } from './read-feed-address.ts'

/** More than an office reads, and few enough to be looked at every quarter of an hour. */
const mostFeeds = 100

/**
 * Adds a feed that was read. Its items count as seen, but for the newest that were asked for.
 * @throws Problem 409 `too_many_feeds`
 */
export async function createFeed(call: CallContext, body: NewFeedBody, found: FoundFeed): Promise<Feed> {
  const { db, workspaceId, mode, caller } = call
  await refuseMany(call)
  const id = newId()
  const settings = settingsOf(body)
  const accountIds = await checkSettings(call, settings, body.social_accounts)
  const { feed } = found
  await db.run(sql`
    insert into feeds (workspace_id, id, mode, user_id, key_id, url, title, site_url, account_ids, action, caption,
      platform_configurations, with_picture, tags, most_per_day, etag, last_modified, looked_at, read_at, next_look_at, era)
    values (${workspaceId}, ${id}, ${mode}, ${caller.userId}, ${keyOf(caller)}, ${found.url},
      ${feed.title || new URL(found.url).hostname}, ${feed.siteUrl}, ${[...accountIds]}::uuid[], ${settings.action},
      ${settings.caption}, ${toJsonb(settings.platform_configurations)}::jsonb, ${body.with_picture ?? true},
      ${[...settings.tags]}::text[], ${body.max_per_day ?? 10}, ${found.etag}, ${found.lastModified}, clock_timestamp(),
      clock_timestamp(), clock_timestamp()
        + ${pauseAfterRead(found.freshForMs, Math.random)} * interval '1 millisecond', ${currentEra})`)
  const due = await storeItems(db, { workspace_id: workspaceId, id }, sortFirst(feed.items, body.newest ?? 0))
  if (due > 0) await enqueuePosting(db)
  const made = await showFeed(call, id)
  const data = { id, status: 'active', url: made.url, title: made.title } as const
  await recordEvent(db, { workspaceId, mode, type: 'feed.created', subjectId: id, data })
  return made
}

/** Reads a feed before it is stored. A feed that would be refused anyhow is not asked for. @throws Problem 403, 422, 503 */
export async function readNewFeed(call: CallContext, body: NewFeedBody): Promise<FoundFeed> {
  requireAction(call, body.action)
  const url = readFeedAddress(body.url)
  await checkSettings(call, settingsOf(body), body.social_accounts)
  return findFeedAt(call, url)
}

function settingsOf(body: NewFeedBody): PostSettings {
  return {
    action: body.action,
    caption: body.caption ?? usualCaption,
    platform_configurations: body.platform_configurations ?? null,
    tags: body.tags ?? [],
  }
}

export function toJsonb(value: PostSettings['platform_configurations']): string | null {
  return value === null ? null : JSON.stringify(value)
}

async function refuseMany({ db, workspaceId, mode }: CallContext): Promise<void> {
  // Two feeds at the same moment are added one after the other.
  await db.row(
    sql`select pg_advisory_xact_lock(hashtextextended(${`feeds ${workspaceId} ${mode}`}, 0))::text as locked`,
  )
  const counted = await db.row<{ feeds: number }>(sql`
    select count(*)::int as feeds from feeds where workspace_id = ${workspaceId} and mode = ${mode}`)
  if ((counted?.feeds ?? 0) < mostFeeds) return
  const detail = sentence('This workspace has {mostFeeds} feeds, which is the most. Delete one first.', {
    mostFeeds,
  })
  throw new Problem(409, 'too_many_feeds', detail)
}
