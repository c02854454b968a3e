import type { Context } from '../context.ts'
import type { Queryable } from '../db/database.ts'
import type { JobRun } from '../jobs/job.ts'
import type { Outbound } from '../lib/safe-fetch/outbound.ts'

/** A network that hangs must not take the places of all jobs of a process. */
const mostAtOnce = 4
const busyAgainMs = 2_000

/** A row that says what is to be done at a network, such as a deletion or an edit. */
interface WorkKey {
  readonly workspaceId: string
  readonly id: string
}

interface NetworkWork<Claim> {
  /** The name of the jobs. */
  readonly name: string
  /** Null where another worker has it, or nothing is left to do. */
  claim(db: Queryable, key: WorkKey): Promise<Claim | null>
  /** Answers the time until the next try in milliseconds, or null where there is none. */
  work(context: Context, claim: Claim, signal: AbortSignal): Promise<number | null>
  enqueue(db: Queryable, key: WorkKey, inMs: number): Promise<void>
}

/** A task that does at a network what its job names. It may run twice: the claim lets one of them work. */
export function createNetworkTask<Claim>({ name, claim, work, enqueue }: NetworkWork<Claim>) {
  const underWay = new WeakMap<Outbound, Set<string>>()
  return {
    name,
    run: async (context: Context, { payload, signal }: Pick<JobRun, 'payload' | 'signal'>): Promise<void> => {
      const { workspace_id: workspaceId, id } = payload
      if (typeof workspaceId !== 'string' || typeof id !== 'string') return
      const key = { workspaceId, id }
      // Each job has a context of its own, and the way out in it stays.
      const ours = underWay.get(context.outbound) ?? new Set()
      underWay.set(context.outbound, ours)
      if (ours.size >= mostAtOnce) return enqueue(context.db, key, busyAgainMs)
      ours.add(id)
      try {
        const claimed = await claim(context.db, key)
        const againInMs = claimed && (await work(context, claimed, signal))
        if (againInMs !== null) await enqueue(context.db, key, againInMs)
      } finally {
        ours.delete(id)
      }
    },
  }
}
