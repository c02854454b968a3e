import type { CallContext } from '../context.ts'
import { createFairQueue, QueueClosed, QueueFull } from '../lib/child-pool/fair-queue.ts'
import { Problem } from '../lib/problem.ts'
import { refuseAddress } from './feed-fault.ts'
import { type FetchedFeed, type FoundFeed, fetchFeed } from './fetch-feed.ts'

/** People who add a feed ask for one at a time. Workspaces take turns. */
const queue = createFairQueue({ atOnce: 8, atOncePerKey: 2, waiting: 100, waitingPerKey: 10, waitMs: 5_000 })

interface Asked {
  readonly url: string
  readonly etag: string | null
  readonly lastModified: string | null
  readonly mayBePage: boolean
}

/** Fetches a feed within a request. @throws Problem 503 when there is no time for it */
export async function askFeed(
  { context, workspaceId, mode }: CallContext,
  asked: Asked,
): Promise<FetchedFeed> {
  const release = await queue.take(workspaceId).catch(refuseWhenFull)
  try {
    return await fetchFeed(context, { workspaceId, mode, ...asked })
  } finally {
    release()
  }
}

/** Fetches the feed at an address, or the one that the page there names. @throws Problem 422 where there is none; 503 */
export async function findFeedAt(call: CallContext, url: string): Promise<FoundFeed> {
  const found = await askFeed(call, { url, etag: null, lastModified: null, mayBePage: true })
  if (found.kind === 'feed') return found
  if (found.kind === 'fault') throw refuseAddress(found.fault)
  // A server that was told of no earlier answer has no reason to say this.
  const detail = 'The server says that nothing has changed, although it was not asked for changes.'
  throw refuseAddress({ code: 'feed_refused', detail, isGone: false, retryAfterMs: null })
}

function refuseWhenFull(error: unknown): never {
  if (!(error instanceof QueueFull || error instanceof QueueClosed)) throw error
  throw new Problem(503, 'feeds_busy', 'Many feeds are being read. Try again in a moment.', {
    retryAfterSeconds: 5,
  })
}
