import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/database.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { JobRun } from '../../jobs/job.ts'
import { makeRendition } from './make-rendition.ts'
import { claimFirstDue, claimRendition, findRendition, leaseMs, type RenditionRow } from './rendition-rows.ts'

const task = 'make-rendition'
/** Conversions that wait for each other in one process must not take the places of all its jobs. */
const mostAtOnce = 4
const busyAgainMs = 5_000
const unaskedAgainMs = 20_000

const underWay = new WeakMap<Context['converter'], Set<string>>()

/**
 * Makes the rendition that is needed first, which may be another than the job names: each that waits has a job, so all have
 * their turn. It may run twice: the row’s lease lets one of them work.
 */
export const renditionTask = {
  name: task,
  run: async (context: Context, { payload, signal }: Pick<JobRun, 'payload' | 'signal'>): Promise<void> => {
    const { workspace_id: workspaceId, id } = payload
    if (typeof workspaceId !== 'string' || typeof id !== 'string') return
    const ours = underWay.get(context.converter) ?? new Set()
    underWay.set(context.converter, ours)
    const again = (inMs: number) => enqueueRendition(context.db, { workspace_id: workspaceId, id }, inMs)
    if (ours.size >= mostAtOnce) return again(busyAgainMs)
    ours.add(id)
    try {
      const claim = (await claimFirstDue(context.db)) ?? (await claimRendition(context.db, workspaceId, id))
      if (claim) return await makeRendition(context, claim, signal)
      const { state } = (await findRendition(context.db, workspaceId, id)) ?? {}
      // Its maker may have died a moment ago: its lease has not ended.
      if (state === 'making') await again(leaseMs)
      // Nobody has asked for it for a while, which may only mean that nothing worked: it is forgotten, or asked for soon.
      if (state === 'waiting') await again(unaskedAgainMs)
    } finally {
      ours.delete(id)
    }
  },
}

/** Has a rendition made by whichever process works. */
export async function enqueueRendition(
  db: Queryable,
  { workspace_id, id }: Pick<RenditionRow, 'workspace_id' | 'id'>,
  inMs = 0,
): Promise<void> {
  await enqueue(db, { task, key: `rendition ${id}`, payload: { workspace_id, id }, inMs, mostTries: 10 })
}
