import type { Queryable } from '../../db/database.ts'
import { enqueue } from '../../jobs/enqueue.ts'

export const task = 'unpublish'

/** A result that is to be deleted at its network, by the id of its root. */
export interface UnpublicationKey {
  readonly workspaceId: string
  readonly id: string
}

/** Has a result deleted at its network by whichever process works. The row of the unpublication says whether it still waits. */
export async function enqueueUnpublication(
  db: Queryable,
  { workspaceId, id }: UnpublicationKey,
  inMs = 0,
): Promise<void> {
  await enqueue(db, {
    task,
    key: `unpublish ${id}`,
    payload: { workspace_id: workspaceId, id },
    inMs,
    mostTries: 5,
  })
}
