import type { Claim } from './claim.ts'
import { commitTarget } from './commit.ts'
import { loadWork } from './load-work.ts'
import { prepareTarget } from './prepare.ts'
import { reconcile } from './reconcile.ts'
import type { WorkerContext } from './worker-context.ts'

/** Takes a claimed target as far as it goes now. */
export async function publishTarget(context: WorkerContext, claim: Claim): Promise<void> {
  const work = await loadWork(context, claim)
  if (!work) return
  switch (work.seen.state) {
    case 'preparing': {
      const prepared = await prepareTarget(context, work)
      return prepared ? commitTarget(context, prepared) : undefined
    }
    case 'ready':
      return commitTarget(context, work)
    case 'unknown':
    case 'confirming':
      return reconcile(context, work)
    default:
      throw new Error(`A target that is ${work.seen.state} was claimed.`)
  }
}
