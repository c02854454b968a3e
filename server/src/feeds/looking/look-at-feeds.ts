import type { Context } from '../../context.ts'
import { isDatabaseAway, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { word } from '../../lib/text/sentence.ts'
import { toNote } from '../feed-fault.ts'
import { fetchFeed } from '../fetch-feed.ts'
import { postDueItems } from '../posting/post-due-items.ts'
import { type ClaimedFeed, claimLook } from './claim-look.ts'
import { storeLook } from './store-look.ts'

/** Feeds that one process looks at at the same time, each of another workspace. */
const lanes = 4
/** One run goes on for so long; the next one begins where it ended. */
const longestRunMs = 60_000

/**
 * Looks at the feeds that are due, and makes posts of the items that are. It may run anywhere at any time, also twice at once.
 * Answers how many feeds it looked at.
 */
export async function lookAtFeeds(context: Context, signal: AbortSignal): Promise<number> {
  const until = performance.now() + longestRunMs
  const busy = new Set<string>()
  let looked = 0
  const work = async () => {
    while (!signal.aborted && performance.now() < until) {
      const feed = await claimLook(context.db, [...busy])
      if (feed === null) return
      busy.add(feed.workspace_id)
      try {
        await lookAt(context, feed)
        looked += 1
      } finally {
        busy.delete(feed.workspace_id)
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, work))
  await postDueItems(context, signal, until)
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
  return looked
}

async function lookAt(context: Context, feed: ClaimedFeed): Promise<void> {
  if (!feed.may_publish) return putOff(context, feed)
  try {
    const { workspace_id: workspaceId, mode, url, etag, last_modified: lastModified } = feed
    const found = await fetchFeed(context, { workspaceId, mode, url, etag, lastModified, mayBePage: false })
    await context.db.transaction((tx) => storeLook(tx, { feed, found }))
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    // Its claim ends by itself, and the feed is looked at again then.
    const isBusy = error instanceof Problem && error.status === 503
    if (!isBusy) context.log.error({ err: error, feed_id: feed.id }, 'a look at a feed failed')
  }
}

/** Without a subscription nothing goes out, so nothing is looked for. */
async function putOff({ db }: Context, { workspace_id, id, fence }: ClaimedFeed): Promise<void> {
  const problem = toNote({
    code: 'subscription_required',
    detail: word('This workspace has no active subscription. The feed is not read until it has one.'),
  })
  await db.run(sql`
    update feeds set next_look_at = clock_timestamp() + interval '1 hour', problem = ${JSON.stringify(problem)}::jsonb
    where workspace_id = ${workspace_id} and id = ${id} and fence = ${fence}`)
}
