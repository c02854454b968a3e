import { textOf } from '../../lib/json/json.ts'
import type { CommitStep, Io, PublishedPost, Settled } from '../connector.ts'
import { earliestWithRoom, matchOwnPosts } from '../kit/match-own-posts.ts'
import { accessOf } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readPost } from './commit.ts'
import { isOurs, readSent } from './match.ts'
import { firstId, listedAtOnce, listNotes } from './own-notes.ts'
import { readSettings } from './settings.ts'

/**
 * Looks for our post among the account's own. Exactly one that fits is it. None proves nothing, for the server may still be at
 * work on the request. @throws Failure when the list cannot be read
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  return matchOwnPosts({
    list: async () => ({ isFull: false, ours: await findOurs(step, io) }),
    before: null,
  })
}

/** Pages that are looked at, which is more than an account may post in the hours for which the engine looks. */
const mostPages = 25

/**
 * The posts after those that stood there before, oldest first. A list from a post on is read from the server's database; the
 * newest posts may come from a cache that does not have ours yet. Source: the endpoint `users/notes`.
 */
async function findOurs(step: CommitStep, io: Io): Promise<PublishedPost[]> {
  const ours: PublishedPost[] = []
  const { accountId } = readSettings(step.account)
  const access = accessOf(step.account, io.credentials)
  const limit = listedAtOnce(step.account)
  let afterId = readArtefacts(step.artefacts).seen?.[0] ?? firstId
  for (let page = 0; page < mostPages; page++) {
    const { notes, answer } = await listNotes(accountId, { limit, afterId }, access, io)
    const sent = readSent(step, earliestWithRoom(step.firstSentAt, answer, io.now()))
    for (const note of notes.filter((one) => isOurs(one, sent))) {
      const post = readPost(step.account, note)
      if (post && !ours.some(({ remoteId }) => remoteId === post.remoteId)) ours.push(post)
    }
    const lastId = textOf(notes.at(-1)?.id)
    if (notes.length < limit || lastId === null || lastId === afterId) break
    afterId = lastId
  }
  return ours
}
