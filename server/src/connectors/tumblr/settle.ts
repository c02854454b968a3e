import type { CommitStep, Io, Settled } from '../connector.ts'
import { matchOwnPosts } from '../kit/match-own-posts.ts'
import { hasVideo } from './commit.ts'
import { findOurs } from './own-posts.ts'
import { readToken } from './settings.ts'

/** Tumblr takes minutes for a video, and says nowhere that it failed. The account waits while nobody knows whether it took one. */
const processedWithinMs = { accepted: 2 * 3_600_000, unknown: 30 * 60_000 }
const firstPauseMs = 10_000
const longestPauseMs = 5 * 60_000

/**
 * Looks for our post among those of the blog, and claims nothing where none matches. One with a video may come as long as two hours
 * later, or half an hour where its answer was lost; then a person is asked. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const token = readToken(io.credentials)
  const settled = await matchOwnPosts({ list: () => findOurs(step, token, io), before: null })
  const ageMs = io.now().getTime() - step.firstSentAt.getTime()
  const withinMs = step.ref === null ? processedWithinMs.unknown : processedWithinMs.accepted
  if (settled.outcome !== 'not_found' || !hasVideo(step) || ageMs >= withinMs) return settled
  const againInMs = Math.min(longestPauseMs, Math.max(firstPauseMs, Math.round(ageMs / 4)))
  return { outcome: 'pending', againInMs }
}
