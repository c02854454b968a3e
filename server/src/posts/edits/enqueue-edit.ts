import type { Queryable } from '../../db/database.ts'
import { enqueue } from '../../jobs/enqueue.ts'

export const task = 'edit-result'

/** An edit of a public result, by its own id. */
export interface EditKey {
  readonly workspaceId: string
  readonly id: string
}

/** Has an edit made at its network by whichever process works. The row of the edit says whether it still waits. */
export async function enqueueEdit(db: Queryable, { workspaceId, id }: EditKey, inMs = 0): Promise<void> {
  await enqueue(db, {
    task,
    key: `edit ${id}`,
    payload: { workspace_id: workspaceId, id },
    inMs,
    mostTries: 5,
  })
}
