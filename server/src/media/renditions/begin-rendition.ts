import type { FitPlan } from '../../connectors/connector.ts'
import type { Context } from '../../context.ts'
import { wantRendition } from './ask-for-rendition.ts'
import { isSlow } from './make-rendition.ts'
import { enqueueRendition } from './rendition-task.ts'

/** Has a rendition made that takes minutes and will be asked for later. Pictures are made when they are asked for. */
export async function beginRendition(
  { db }: Pick<Context, 'db'>,
  workspaceId: string,
  mediumId: string,
  plan: FitPlan,
): Promise<void> {
  if (!isSlow(plan)) return
  const row = await wantRendition(db, { workspaceId, mediumId, plan })
  if (row?.is_new) await enqueueRendition(db, { workspace_id: workspaceId, id: row.id })
}
