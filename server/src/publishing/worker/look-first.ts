import { sql } from '../../db/database.ts'
import { moveTarget } from '../move.ts'
import { inMs } from '../timing.ts'
import { releaseTurn } from './account-order.ts'
import { type CommitRow, loadOpenCommit, type Work } from './load-work.ts'
import { askPerson, findVerdict, pauseAfter, type Verdict } from './reconcile.ts'
import { addEvidence, closeCommit, writePublished } from './settle.ts'
import type { WorkerContext } from './worker-context.ts'

/**
 * H2: a person said that what was sent is not there, so it is to be sent anew. Its first request may have taken effect
 * since, so the network is looked at once more. Answers whether the target may go on and be sent; false when it was found,
 * asks again, could not be looked for yet, or belongs to someone else.
 */
export async function lookFirst(context: WorkerContext, work: Work): Promise<boolean> {
  // What is held, asks or waits is not looked for until it may go.
  if (work.gate.verdict !== 'go') return true
  const commit = await loadOpenCommit(context, work)
  if (!commit) return true
  const verdict = await findVerdict(context, work, commit)
  context.failpoint('in_reconcile_read')
  const goesOn = await writeVerdict(context, work, commit, verdict)
  if (!goesOn) await releaseTurn(context, work)
  return goesOn
}

async function writeVerdict(
  context: WorkerContext,
  work: Work,
  commit: CommitRow,
  verdict: Verdict,
): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    switch (verdict.outcome) {
      case 'published':
        await writePublished(tx, work, commit, 'find_first', verdict)
        return false
      case 'several':
        await askPerson(tx, work, commit, 'ask_first', 'duplicate_seen', verdict.posts)
        return false
      case 'pending':
      case 'unreachable': {
        const ms = verdict.outcome === 'pending' ? verdict.againInMs : pauseAfter(context, work.looks)
        await moveTarget(tx, work.seen, 'prepare_again', { nextActionAt: inMs(ms), looks: work.looks + 1 })
        return false
      }
      case 'rejected':
      case 'absent':
      case 'repeat':
      case 'not_found': {
        const changes = {
          keepLease: true,
          nextActionAt: sql`lease_until`,
          lookFirst: false,
          looks: 0,
        } as const
        const moved = await moveTarget(tx, work.seen, 'prepare_again', changes)
        if (!moved) return false
        await closeCommit(tx, work, commit, 'absent', {})
        await addEvidence(tx, work, commit, { what: 'looked', found: [] })
        return true
      }
    }
  })
}
