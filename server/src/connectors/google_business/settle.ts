import type { JsonObject } from '../../lib/json/json.ts'
import { type CommitStep, Failure, type Io, type Settled } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { earliestTime, matchOwnPosts } from '../kit/match-own-posts.ts'
import { askGoogle, dialect, isGone, mustSucceed, origins } from './api.ts'
import { idOf, isLive, isOurs, publishedAs, readPosts } from './own-posts.ts'
import { pathOf, readToken } from './settings.ts'

/**
 * Follows a post that Google took until it is shown or rejected. After a lost answer it looks for the post first, among those that
 * the location lists, and claims nothing where none matches. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  return step.ref === null ? findAndFollow(step, io) : follow(step.ref, step, io)
}

async function findAndFollow(step: CommitStep, io: Io): Promise<Settled> {
  const found = new Map<string, JsonObject>()
  const list = async () => {
    const { answer, posts, isFull } = await readPosts(step.account, readToken(io.credentials), io)
    const earliest = earliestTime(step.firstSentAt, answer, io.now())
    for (const post of posts.filter((one) => isOurs(one, step, earliest))) found.set(idOf(post) ?? '', post)
    return { isFull, ours: [...found].map(([id, post]) => publishedAs(id, post, step.account)) }
  }
  const settled = await matchOwnPosts({ list, before: null })
  const ours = settled.outcome === 'published' ? found.get(settled.remoteId) : undefined
  return ours ? judge(ours, step) : settled
}

/** A post that is not there, after Google took it, may come yet, or was deleted: a person is asked in the end. */
async function follow(id: string, step: CommitStep, io: Io): Promise<Settled> {
  const token = readToken(io.credentials)
  const path = `${pathOf(step.account)}/localPosts/${encodeURIComponent(id)}`
  const answer = await askGoogle(origins.posts, { path }, token, io)
  if (isGone(answer)) return { outcome: 'not_found' }
  const post = readObject(dialect, mustSucceed(answer, token, io))
  if (idOf(post) !== id)
    throw new Failure('unavailable', 'Google showed another post than the one asked for.')
  return judge(post, step)
}

const firstPauseMs = 2_000
const longestPauseMs = 5 * 60_000

/**
 * Source: `LocalPostState` of the reference. A state that is not known yet is no verdict. One that stays
 * so for a day is a question to a person, as on every network.
 */
function judge(post: JsonObject, step: CommitStep): Settled {
  const published = publishedAs(idOf(post) ?? '', post, step.account)
  if (isLive(post)) return { outcome: 'published', ...published }
  if (post.state === 'REJECTED')
    return { outcome: 'rejected', failure: new Failure('invalid', rejected, { platformCode: 'REJECTED' }) }
  return {
    outcome: 'pending',
    againInMs: Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(step.looks, 10)),
  }
}

const rejected =
  'Google rejected the post: it finds that it breaks the content policy for posts. A telephone number in the text is a usual reason. The post stays in the profile as rejected, where its owner can delete it.'
