import { answerOf, type CrierClient, type UpdatePostInput } from '@crier/sdk'
import type { MovablePost } from '../calendar-data.ts'
import type { Changed } from './in-turn.ts'

/**
 * Changes a post that nobody else has changed. The answer to a call that was repeated, because the first answer was lost, names no ETag; it is
 * read then, where nobody has changed the post since.
 * @throws StaleError where somebody else changed the post
 */
export async function changePost(
  { posts }: CrierClient,
  { id }: Pick<MovablePost, 'id'>,
  changes: UpdatePostInput,
  ifMatch: string | undefined,
): Promise<Changed> {
  const changed = await posts.update(id, changes, { ifMatch })
  const etag = answerOf(changed)?.etag
  if (etag) return { changed, etag }
  const read = await posts.get(id)
  return { changed, etag: read.updated_at === changed.updated_at ? (answerOf(read)?.etag ?? '') : '' }
}
