import { ChildLost } from '../../lib/child-pool/child-errors.ts'
import { createChildPool } from '../../lib/child-pool/child-pool.ts'
import { QueueClosed, QueueFull } from '../../lib/child-pool/fair-queue.ts'
import type { ReadFeed } from '../../lib/feed-reading/feed-document.ts'
import { Problem } from '../../lib/problem.ts'

/** Reads the feeds of strangers, in child processes that may be killed. Workspaces take turns. */
export interface FeedReader {
  /**
   * Reads a feed, or a page that names some; null where reading it takes more time or memory than any feed is worth.
   * @throws Problem 503 when there is no time for it
   */
  read(workspaceId: string, order: ReadOrder): Promise<ReadFeed | null>
  /** Refuses what has not begun, gives the rest a second, and waits until no process is left. */
  close(): Promise<void>
}

/** An answer that may be a feed. */
export interface ReadOrder {
  readonly bytes: Uint8Array
  /** The `Content-Type` of the answer. */
  readonly contentType: string | null
  /** The address that answered. */
  readonly url: string
}

const megabyte = 1024 ** 2

/** Creates a reader, whose processes start with the first feed. */
export function createFeedReader(onLost: (error: ChildLost) => void): FeedReader {
  const pool = createChildPool<ReadOrder, ReadFeed>({
    entry: new URL('./child.ts', import.meta.url),
    nodeOptions: ['--permission', '--allow-fs-read=*', '--no-warnings', '--max-old-space-size=200'],
    onLost,
    // A feed of 4 MB takes less than half a second.
    limits: { memoryBytes: 320 * megabyte, processorMs: 4_000, clockMs: 30_000 },
    queue: { atOnce: 2, atOncePerKey: 1, waiting: 200, waitingPerKey: 10, waitMs: 20_000 },
    idleMs: 20_000,
  })
  return {
    read: async (workspaceId, order) => {
      try {
        return await pool.run(workspaceId, order)
      } catch (error) {
        if (error instanceof QueueFull || error instanceof QueueClosed) throw busy()
        if (!(error instanceof ChildLost)) throw error
        if (error.reason === 'stalled' || error.reason === 'killed') throw busy()
        return null
      }
    },
    close: () => pool.close(1_000),
  }
}

function busy(): Problem {
  return new Problem(503, 'feeds_busy', 'Many feeds are being read. Try again in a moment.', {
    retryAfterSeconds: 5,
  })
}
