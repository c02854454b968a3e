import { answerOf, type CrierClient, type UpdatePostInput } from '@crier/sdk'
import type { MovablePost } from '../calendar-data.ts'
import type { Changed } from './in-turn.ts'

/** Changes a post that nobody else has changed. @throws StaleError where somebody else changed the post */
export async function changePost(
  { posts }: CrierClient,
  { id }: Pick<MovablePost, 'id'>,
  changes: UpdatePostInput,
  ifMatch: string | undefined,
): Promise<Changed> {
  const changed = await posts.update(id, changes, { ifMatch })
  return { changed, etag: answerOf(changed)?.etag ?? '' }
}
