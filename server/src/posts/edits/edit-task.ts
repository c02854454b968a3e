import type { Context } from '../../context.ts'
import { createNetworkTask } from '../network-task.ts'
import { claimEdit, listDueEdits } from './claim-edit.ts'
import { enqueueEdit, task } from './enqueue-edit.ts'
import { makeEdit } from './make-edit.ts'

/** Makes the edit that a job names at its network. */
export const editTask = createNetworkTask({
  name: task,
  claim: claimEdit,
  work: makeEdit,
  enqueue: enqueueEdit,
})

/** Takes up edits whose worker died, and those that a backup brought back without their jobs. */
export async function continueEdits({ db }: Context): Promise<number> {
  const due = await listDueEdits(db)
  for (const key of due) await enqueueEdit(db, key)
  return due.length
}
