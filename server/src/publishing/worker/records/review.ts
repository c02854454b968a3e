import type { PublishedPost } from '../../../connectors/connector.ts'
import type { Queryable } from '../../../db/database.ts'
import { cutText } from '../../../lib/text/graphemes.ts'
import { moveTarget, type Review } from '../../move.ts'
import type { Work } from '../claiming/load-work.ts'
import { addEvidence, type CommitRow } from './commit-record.ts'

/**
 * Stops a target and asks a person for the outcome of its commit. Answers false when another worker has the target now.
 */
export async function askPerson(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  step: 'ask' | 'confirm_ask' | 'ask_first',
  reason: Review['reason'],
  found: readonly PublishedPost[],
): Promise<boolean> {
  const review = makeReview(work, reason, commit.firstSentAt, found)
  const moved = await moveTarget(tx, work.seen, step, { review })
  if (moved)
    await addEvidence(tx, work, commit, { what: 'looked', found: found.map(({ remoteId }) => remoteId) })
  return moved
}

/** W10: too late to publish without asking. */
export async function askMissedWindow(db: Queryable, work: Work): Promise<void> {
  await moveTarget(db, work.seen, 'miss_window', { review: makeReview(work, 'missed_window', null, []) })
}

/** Everything that helps a person to answer: where to look, for what, and what Crier found itself. */
function makeReview(
  work: Work,
  reason: Review['reason'],
  sentAt: Date | null,
  found: readonly Pick<PublishedPost, 'remoteId' | 'url'>[],
): Review {
  return {
    reason,
    sent_at: sentAt?.toISOString() ?? null,
    look_at: sentAt ? work.profileUrl : null,
    look_for: sentAt ? cutText(work.step.draft.text, 200) : null,
    looked_at: sentAt && work.looks > 0 ? work.now().toISOString() : null,
    found: found.map(({ remoteId }) => remoteId),
    found_urls: found.map(({ url }) => url),
  }
}
