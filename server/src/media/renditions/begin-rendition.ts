import type { Context } from '../../context.ts'
import { type Wish, wantRendition } from './ask-for-rendition.ts'
import { isSlow } from './make-rendition.ts'
import { enqueueRendition } from './rendition-task.ts'

/**
 * Has a rendition made that takes minutes and will be asked for later. Pictures are made when they are asked for. Answers whether
 * it is still to be made.
 */
export async function beginRendition({ db }: Pick<Context, 'db'>, wish: Wish): Promise<boolean> {
  if (!isSlow(wish.plan)) return false
  const row = await wantRendition(db, wish)
  if (row?.is_new) await enqueueRendition(db, { workspace_id: wish.workspaceId, id: row.id })
  return row?.state === 'waiting' || row?.state === 'making'
}
