import { Failure, type Settled } from '../connector.ts'

// "Activity is restricted", against spam. Publishers have met it in answer to posts that were public all the same.
const subcode = '2207051'

/**
 * Whether a refusal to publish proves nothing, because Instagram and Threads give it for posts that they publish too.
 * While a post is prepared nothing is public, and the same refusal is certain.
 */
export function isDoubtful({ kind, platformCode }: Failure): boolean {
  return kind === 'account_blocked' && platformCode?.endsWith(`/${subcode}`) === true
}

/** The ref of a commit with a doubtful refusal. Its container shows the outcome. */
export const doubtfulRef = 'refused'

const doubtForMs = 60_000
const pauseMs = 10_000

/**
 * Settles a commit that was refused so, by what `settleContainer` found. A container that is still not published after a
 * minute proves the refusal. It is not published again: the network restricts the account, and counts what it tries.
 */
export function settleDoubtful(found: Settled, text: string, firstSentAt: Date, now: Date): Settled {
  const isUnpublished = found.outcome === 'repeat' || found.outcome === 'absent'
  if (!isUnpublished) return found
  const mayStillShow = found.outcome === 'repeat' && now.getTime() - firstSentAt.getTime() < doubtForMs
  if (mayStillShow) return { outcome: 'pending', againInMs: pauseMs }
  return { outcome: 'rejected', failure: new Failure('account_blocked', text, { platformCode: subcode }) }
}
