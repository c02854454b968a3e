import type { Post } from '@crier/sdk'
import type { MovablePost } from '../calendar-data.ts'

const underWay = new Map<string, Promise<string | undefined>>()

/**
 * Changes a post once the changes before it are answered. Somebody who moves a post twice within a moment sends the second
 * change with the ETag from before the first, which the server would take for a change by somebody else.
 * @throws as the change does
 */
export async function inTurn(
  { id, etag }: Pick<MovablePost, 'id' | 'etag'>,
  change: (ifMatch: string) => Promise<Changed>,
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
  change: (ifMatch: string) => Promise<Changed>,
): Promise<Changed> {
  return change((await before) ?? etag)
}

/** A post that was changed. */
export interface Changed {
  readonly changed: Post
  /** The ETag after the change; empty where somebody else has changed the post since. */
  readonly etag: string
}
