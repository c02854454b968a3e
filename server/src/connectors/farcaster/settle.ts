import { textOf } from '../../lib/json/json.ts'
import type { CommitStep, Io, PublishedPost, Settled } from '../connector.ts'
import { earliestWithRoom, isMadeSince, matchOwnPosts } from '../kit/match-own-posts.ts'
import { accessOf, readHash } from './api.ts'
import { listCasts, listedAtOnce, publishedPost } from './casts.ts'
import { isOurs, readSent } from './match.ts'
import { readSettings } from './settings.ts'

/**
 * Looks for our cast among the account's own. Exactly one that fits is it. None proves nothing, for Neynar may still be at work on the
 * request, or not show it yet. @throws Failure when the list cannot be read
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  return matchOwnPosts({
    list: async () => ({ isFull: false, ours: await findOurs(step, io) }),
    before: null,
  })
}

/** Pages that are looked at, which is more than an account casts in the hours for which the engine looks. */
const mostPages = 10

/** The casts that can be ours, from the newest back to the time of the first send. */
async function findOurs(step: CommitStep, io: Io): Promise<PublishedPost[]> {
  const access = await accessOf(io.credentials, io)
  const { fid } = readSettings(step.account)
  const ours = new Set<string>()
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const listed = await listCasts(fid, { limit: listedAtOnce, cursor }, access, io)
    const sent = readSent(step, earliestWithRoom(step.firstSentAt, listed.answer, io.now()))
    for (const cast of listed.casts.filter((one) => isOurs(one, sent))) ours.add(readHash(cast.hash) ?? '')
    const isPast = !isMadeSince(sent.earliest, textOf(listed.casts.at(-1)?.timestamp))
    if (listed.cursor === null || isPast) break
    cursor = listed.cursor
  }
  return [...ours].map(publishedPost)
}
