import type { Context } from '../../context.ts'
import type { Doing } from '../../jobs/job.ts'
import type { Outbound } from '../../lib/safe-fetch/outbound.ts'
import { enqueueUnpublication, task } from './enqueue-unpublication.ts'
import { claimUnpublication, listDue } from './unpublication.ts'
import { unpublishResult } from './unpublish-result.ts'

/** A network that hangs must not take the places of all jobs of a process. */
const mostAtOnce = 4
const busyAgainMs = 2_000

const underWay = new WeakMap<Outbound, Set<string>>()

/** Deletes the result that a job names at its network. It may run twice: the claim lets one of them work. */
export const unpublishTask = {
  name: task,
  run: async (context: Context, { payload, signal }: Pick<Doing, 'payload' | 'signal'>): Promise<void> => {
    const { workspace_id: workspaceId, id } = payload
    if (typeof workspaceId !== 'string' || typeof id !== 'string') return
    const key = { workspaceId, id }
    // Each job has a context of its own, and the way out in it stays.
    const ours = underWay.get(context.outbound) ?? new Set()
    underWay.set(context.outbound, ours)
    if (ours.size >= mostAtOnce) return enqueueUnpublication(context.db, key, busyAgainMs)
    ours.add(id)
    try {
      const claim = await claimUnpublication(context.db, key)
      const againInMs = claim && (await unpublishResult(context, claim, signal))
      if (againInMs !== null) await enqueueUnpublication(context.db, key, againInMs)
    } finally {
      ours.delete(id)
    }
  },
}

/** Takes up deletions whose worker died, and those that a backup brought back without their jobs. */
export async function continueUnpublishing({ db }: Context): Promise<number> {
  const due = await listDue(db)
  for (const key of due) await enqueueUnpublication(db, key)
  return due.length
}
