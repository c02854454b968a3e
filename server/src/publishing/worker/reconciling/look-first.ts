import { sql } from '../../../db/database.ts'
import { moveTarget } from '../../move.ts'
import { inMs } from '../../timing.ts'
import type { Work } from '../claiming/load-work.ts'
import { addEvidence, type CommitRow, closeCommit, loadOpenCommit } from '../records/commit-record.ts'
import { writePublished } from '../records/result-writer.ts'
import { askPerson } from '../records/review.ts'
import { releaseTurn } from '../waiting/account-order.ts'
import { pauseAfterLook } from '../waiting/backoff.ts'
import type { WorkerContext } from '../worker-context.ts'
import { findVerdict, type Verdict } from './find-verdict.ts'

/**
 * H2: looks at the network once more before a target is sent again because a person said that it is not there: its first
 * request may have taken effect since. Answers whether the target may go on and be sent. It may not when the post was
 * found, a person is asked again, the network could not be asked yet, or the target belongs to someone else by now.
 */
export async function lookFirst(context: WorkerContext, work: Work): Promise<boolean> {
  // A target that is to be held, to ask or to wait is looked for later, when it may go.
  if (work.gate.verdict !== 'go') return true
  const commit = await loadOpenCommit(context.db, work)
  if (!commit) return true
  const verdict = await findVerdict(context, work, commit)
  context.failpoint('in_reconcile_read')
  const goesOn = await writeFirstVerdict(context, work, commit, verdict)
  if (!goesOn) await releaseTurn(context, work)
  return goesOn
}

async function writeFirstVerdict(
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
        const ms = verdict.outcome === 'pending' ? verdict.againInMs : pauseAfterLook(context, work.looks)
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
