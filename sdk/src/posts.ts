import { PostsApi } from './generated/client.ts'
import type { ExpandedPost } from './generated/models.ts'
import type { WaitOptions } from './wait-for-post.ts'

/** The posts of a workspace, with the wait for an outcome in one call. */
export class Posts extends PostsApi {
  /**
   * Wait until the outcome of a post is known on every account, and answer the post with its `results`.
   *
   * It also ends where a person has to decide, with the status `held` or `needs_review`. When the time is over it answers the post as
   * it stands: its status is then still `processing` or `scheduled`, and the post goes on.
   *
   * ```ts
   * const { status, results } = await client.posts.wait(post.id)
   * ```
   */
  async wait(id: string, options: WaitOptions = {}): Promise<ExpandedPost> {
    // A page that waits for nothing does not load what that takes.
    const { waitForPost } = await import('./wait-for-post.ts')
    return waitForPost(this, id, options)
  }
}
