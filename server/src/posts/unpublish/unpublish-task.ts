import type { Context } from '../../context.ts'
import { createNetworkTask } from '../network-task.ts'
import { enqueueUnpublication, task } from './enqueue-unpublication.ts'
import { claimUnpublication, listDue } from './unpublication.ts'
import { unpublishResult } from './unpublish-result.ts'

/** Deletes the result that a job names at its network. */
export const unpublishTask = createNetworkTask({
  name: task,
  claim: claimUnpublication,
  work: unpublishResult,
  enqueue: enqueueUnpublication,
})

/** Takes up deletions whose worker died, and those that a backup brought back without their jobs. */
export async function continueUnpublishing({ db }: Context): Promise<number> {
  const due = await listDue(db)
  for (const key of due) await enqueueUnpublication(db, key)
  return due.length
}
