import type { CommitStep, Io, Settled } from '../connector.ts'
import { matchOwnPosts } from '../kit/match-own-posts.ts'
import { accessOf } from './api.ts'
import { isProcessed } from './commit.ts'
import { findOurs } from './own-posts.ts'

/** Reddit processes a file before its post is to be seen, which takes seconds, and minutes for a video. */
const processedWithinMs = 10 * 60_000
const firstPauseMs = 5_000
const longestPauseMs = 30_000

/**
 * Looks for our post, or our comment, among the account's own, and claims nothing where none matches. A picture or a video may come
 * as long as ten minutes later; then a person is asked, because Reddit tells nobody here whether it failed. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const access = accessOf(step.account, io.credentials)
  const settled = await matchOwnPosts({ list: () => findOurs(step, access, io), before: null })
  const ageMs = io.now().getTime() - step.firstSentAt.getTime()
  if (settled.outcome !== 'not_found' || !isProcessed(step) || ageMs >= processedWithinMs) return settled
  const againInMs = Math.min(longestPauseMs, Math.max(firstPauseMs, Math.round(ageMs / 4)))
  return { outcome: 'pending', againInMs }
}
