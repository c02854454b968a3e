import type { PostsApi } from './generated/client.ts'
import type { ExpandedPost, PostResult } from './generated/models.ts'
import { pause } from './retry.ts'
import type { RequestOptions } from './transport.ts'

export interface WaitOptions extends RequestOptions {
  /** How long to wait, in milliseconds; 600,000 by default. */
  patienceMs?: number | undefined
  /** Told of the post after each look at it that found it under way. */
  onProgress?: ((post: ExpandedPost) => void) | undefined
}

/** Asks for a post until its outcome is known on every account, or until the time is over. Answers it as it stands then. */
export async function waitForPost(
  posts: PostsApi,
  id: string,
  { patienceMs = 600_000, onProgress, ...options }: WaitOptions,
): Promise<ExpandedPost> {
  const end = performance.now() + patienceMs
  for (let asked = 0; ; asked += 1) {
    const post = await posts.get(id, { expand: 'results' }, options)
    const leftMs = end - performance.now()
    if (isSettled(post) || leftMs <= 0) return post
    onProgress?.(post)
    await pause(Math.min(leftMs, restOf(post, asked)), options.signal)
  }
}

// A post whose time is far off is asked for rarely; one that is on its way, soon.
function restOf({ status, scheduled_at: at }: ExpandedPost, asked: number): number {
  const aheadMs = status === 'scheduled' && at !== null ? Date.parse(at) - Date.now() : 0
  return Math.max(Math.min(aheadMs, 30_000), Math.min(3000, 250 * 1.3 ** asked))
}

const going = new Set<string>(['pending', 'publishing', 'confirming'])

function isSettled({ status, results = [] }: ExpandedPost): boolean {
  if (results.length === 0) return !['processing', 'scheduled'].includes(status)
  return results.flatMap(statesOf).every((state) => !going.has(state))
}

// Parts behind one that failed are never sent, so they need not be waited for.
function statesOf({ status, parts }: PostResult): string[] {
  return [status, ...(status === 'published' ? parts.map((part) => part.status) : [])]
}
