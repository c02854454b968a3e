import { ApiError, type CrierClient } from '@crier/sdk'
import { isForeign } from '../live/is-unreached.ts'

type Delete = CrierClient['posts']['delete']

/** Deletes a post. One that is gone already is deleted too: by somebody else, or by a call of ours whose answer was lost. */
export async function deletePost(
  api: CrierClient,
  ...[id, query, options]: Parameters<Delete>
): Promise<void> {
  try {
    await api.posts.delete(id, query, options)
  } catch (error) {
    if (!isDeleted(error)) throw error
  }
}

/** Whether the server says that a post was deleted. One whose making got no answer is refused when it is made again. */
export function isDeleted(error: unknown): boolean {
  if (!(error instanceof ApiError) || isForeign(error)) return false
  return error.status === 404 || error.code === 'post_deleted'
}
