import type { Context } from '../../context.ts'
import { isSlow } from './make-rendition.ts'
import { enqueueRendition } from './rendition-task.ts'
import { type RenditionRequest, wantRendition } from './request-rendition.ts'

/**
 * Has a rendition made that takes minutes and will be needed later. Pictures are made when they are needed. Answers
 * whether it is still to be made.
 */
export async function beginRendition(
  { db }: Pick<Context, 'db'>,
  request: RenditionRequest,
): Promise<boolean> {
  if (!isSlow(request.plan)) return false
  const row = await wantRendition(db, request)
  if (row?.is_new) await enqueueRendition(db, { workspace_id: request.workspaceId, id: row.id })
  return row?.state === 'waiting' || row?.state === 'making'
}
