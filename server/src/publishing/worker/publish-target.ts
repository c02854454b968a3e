import { moveTarget } from '../move.ts'
import { inMs } from '../timing.ts'
import type { Claim } from './claim.ts'
import { commitTarget } from './commit.ts'
import { holdTarget, releaseIfFree } from './hold.ts'
import { loadWork, type Work } from './load-work.ts'
import { lookFirst } from './look-first.ts'
import { prepareTarget } from './prepare.ts'
import { reconcile } from './reconcile.ts'
import type { WorkerContext } from './worker-context.ts'

/** Takes a claimed target as far as it goes now. */
export async function publishTarget(context: WorkerContext, claim: Claim): Promise<void> {
  const work = await loadWork(context, claim)
  if (!work) return
  if (work.gate.verdict === 'hold' && work.gate.reason === 'guard') return stayBehindGuard(context, work)
  switch (work.seen.state) {
    case 'preparing': {
      if (work.lookFirst && !(await lookFirst(context, work))) return
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

// What a network knows of an open commit is looked up no earlier than somebody may look.
const behindGuardMs = 15_000

async function stayBehindGuard(context: WorkerContext, work: Work): Promise<void> {
  const { db } = context
  const nextActionAt = inMs(behindGuardMs)
  if (work.seen.state === 'unknown') await moveTarget(db, work.seen, 'look_again', { nextActionAt })
  else if (work.seen.state === 'confirming')
    await moveTarget(db, work.seen, 'confirm_again', { nextActionAt })
  else {
    await holdTarget(db, work, 'guard')
    await releaseIfFree(context, work)
  }
}
