import type { CallContext } from '../context.ts'
import { findFeedAt } from './ask-feed.ts'
import { usualCaption, wordsOf } from './caption-template.ts'
import { checkSettings } from './check-settings.ts'
import { toNote } from './feed-fault.ts'
import type { FeedCheck, FeedCheckBody } from './feed-schema.ts'
import type { FoundFeed } from './fetch-feed.ts'
import { fitCaption } from './posting/fit-caption.ts'
import type { PostSettings } from './posting/post-settings.ts'
import { readFeedAddress } from './read-feed-address.ts'

const shownItems = 10

/** A feed as it is shown before it is added. */
interface CheckedFeed {
  /** With the items that are shown alone. */
  readonly found: FoundFeed
  readonly total: number
}

/** Somebody who words a post asks again and again; the server of the feed is asked once in a minute. */
const rememberedMs = 60_000
const mostRemembered = 200
const remembered = new Map<string, { readonly checked: CheckedFeed; readonly until: number }>()

/** Reads the feed of an address that may be added. @throws Problem 422, 503 */
export async function readCheckedFeed(call: CallContext, body: FeedCheckBody): Promise<CheckedFeed> {
  const url = readFeedAddress(body.url)
  await checkSettings(call, settingsOf(body), body.social_accounts ?? [])
  const key = `${call.workspaceId} ${call.mode} ${url}`
  const known = remembered.get(key)
  if (known !== undefined && known.until > performance.now()) return known.checked
  const found = await findFeedAt(call, url)
  const items = found.feed.items.slice(0, shownItems)
  const checked = { found: { ...found, feed: { ...found.feed, items } }, total: found.feed.items.length }
  remembered.delete(key)
  for (const oldest of remembered.keys()) {
    if (remembered.size < mostRemembered) break
    remembered.delete(oldest)
  }
  remembered.set(key, { checked, until: performance.now() + rememberedMs })
  return checked
}

/** Shows a feed before it is added: its newest items, and the newest of them as a post on each account. @throws Problem 422 */
export async function checkFeed(
  call: CallContext,
  body: FeedCheckBody,
  { found, total }: CheckedFeed,
): Promise<FeedCheck> {
  const { feed, url, named } = found
  return {
    url,
    title: feed.title || new URL(url).hostname,
    site_url: feed.siteUrl,
    format: feed.format,
    alternatives: named.map((each) => ({ ...each })),
    total,
    items: feed.items.map((item) => ({
      title: item.title,
      link: item.link,
      published_at: item.publishedAt,
      summary: item.summary,
      author: item.author,
      categories: [...item.categories],
      has_picture: item.pictureUrl !== null,
    })),
    previews: await previewNewest(call, body, found),
  }
}

async function previewNewest(
  call: CallContext,
  body: FeedCheckBody,
  { feed, url }: FoundFeed,
): Promise<FeedCheck['previews']> {
  const [newest] = feed.items
  const named = body.social_accounts ?? []
  if (named.length === 0 || newest === undefined) return []
  const accounts = await checkSettings(call, settingsOf(body), named)
  const words = wordsOf(newest, feed.title || new URL(url).hostname)
  const { plan, captions } = await fitCaption(call, settingsOf(body), accounts, words)
  return plan.accounts.map(({ source, checked, objections }) => ({
    social_account_id: source.id,
    platform: source.platform,
    caption: captions.get(source.id)?.caption ?? '',
    is_shortened: captions.get(source.id)?.isShortened ?? false,
    length: { ...checked.length },
    problems: objections.map(toNote),
  }))
}

function settingsOf({ caption, platform_configurations = null }: FeedCheckBody): PostSettings {
  return { action: 'publish', caption: caption ?? usualCaption, platform_configurations, tags: [] }
}
