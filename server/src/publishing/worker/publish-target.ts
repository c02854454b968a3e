import { moveTarget } from '../move.ts'
import { inMs } from '../timing.ts'
import type { Claim } from './claiming/claim-due.ts'
import { loadWork, type Work } from './claiming/load-work.ts'
import { prepareTarget } from './preparing/prepare-target.ts'
import { lookFirst } from './reconciling/look-first.ts'
import { reconcile } from './reconciling/reconcile.ts'
import { acquireAccess } from './sending/acquire-access.ts'
import { intend } from './sending/intend.ts'
import { send } from './sending/send.ts'
import { settleSend } from './settling/settle-send.ts'
import { holdTarget, yieldTurn } from './waiting/stop-target.ts'
import type { WorkerContext } from './worker-context.ts'

/**
 * Takes a claimed target as far as it can go now. A target that is to be published passes four steps:
 *
 * 1. prepare: everything invisible and repeatable, such as the upload of its media;
 * 2. intend: its commit is written down, once nothing stands in its way;
 * 3. send: the commit is sent, once;
 * 4. settle: the outcome of the send is written down.
 *
 * Every step but the third ends with a COMMIT. When this process dies between two of them, the state of the target tells
 * another worker where to go on; a target whose commit was written down and not settled is reconciled, never sent blindly.
 */
export async function publishTarget(context: WorkerContext, claim: Claim): Promise<void> {
  const work = await loadWork(context, claim)
  if (!work) return
  if (work.gate.verdict === 'hold' && work.gate.reason === 'guard') return waitForGuard(context, work)
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

/** Steps W4 to W6 of `docs/states.md`. The exact bytes are durable before the first of them leaves. */
async function commitTarget(context: WorkerContext, work: Work): Promise<void> {
  const access = await acquireAccess(context, work)
  if (!access) return
  const intent = await intend(context, { ...work, step: { ...work.step, account: access.account } })
  if (!intent) return
  const outcome = await send(context, intent, access)
  await settleSend(context, intent.work, intent.commit, outcome)
}

// An open commit is looked for at its network only after the guard is gone, so the target looks again now and then.
const guardPauseMs = 15_000

async function waitForGuard(context: WorkerContext, work: Work): Promise<void> {
  const { db } = context
  const nextActionAt = inMs(guardPauseMs)
  if (work.seen.state === 'unknown') await moveTarget(db, work.seen, 'look_again', { nextActionAt })
  else if (work.seen.state === 'confirming')
    await moveTarget(db, work.seen, 'confirm_again', { nextActionAt })
  else {
    await holdTarget(db, work, 'guard')
    await yieldTurn(context, work)
  }
}
