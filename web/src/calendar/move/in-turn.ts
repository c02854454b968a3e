import { answerOf, type Post } from '@crier/sdk'
import type { MovablePost } from '../calendar-data.ts'

interface Changed {
  readonly changed: Post
  /** The ETag after the change. */
  readonly etag: string | undefined
}

const underWay = new Map<string, Promise<string | undefined>>()

/**
 * Changes a post once the changes before it are answered. Somebody who moves a post twice within a moment sends the second
 * change with the ETag from before the first, which the server would take for a change by somebody else.
 * @throws as the change does
 */
export async function inTurn(
  { id, etag }: Pick<MovablePost, 'id' | 'etag'>,
  change: (ifMatch: string) => Promise<Post>,
): Promise<Changed> {
  const before = underWay.get(id)
  const changing = changeAfter(before, etag, change)
  const latest = changing.then(
    ({ etag: after }) => after,
    () => undefined,
  )
  underWay.set(id, latest)
  void latest.then(() => underWay.get(id) === latest && underWay.delete(id))
  return changing
}

async function changeAfter(
  before: Promise<string | undefined> | undefined,
  etag: string,
  change: (ifMatch: string) => Promise<Post>,
): Promise<Changed> {
  const changed = await change((await before) ?? etag)
  return { changed, etag: answerOf(changed)?.etag ?? undefined }
}
