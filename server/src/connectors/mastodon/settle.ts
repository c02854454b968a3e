import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type CommitStep, Failure, type Io, type Settled } from '../connector.ts'
import { earliestTime, matchOwnPosts, type PostsPage } from '../kit/match-own-posts.ts'
import { failureOf, failureOfCall } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readPost } from './commit.ts'
import { readSoftware } from './instance.ts'
import { isOurs, readSent } from './match.ts'
import { listedAtOnce, listing } from './prepare.ts'
import { readSettings, readToken } from './settings.ts'
import { classOf, rulesOf } from './software.ts'

/**
 * Looks for our post among the account's own. Where none matches, the commit is repeated if the server locks the key, and
 * nothing is claimed elsewhere. @throws Failure when the list cannot be read
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const [before = null] = readArtefacts(step.artefacts).seen ?? []
  const settled = await matchOwnPosts({ list: (afterId) => listOurs(step, io, afterId), before })
  return settled.outcome === 'not_found' && (await locksKeys(step, io)) ? { outcome: 'repeat' } : settled
}

async function listOurs(step: CommitStep, io: Io, afterId: string | null): Promise<PostsPage> {
  const token = readToken(io.credentials)
  const answer = await io.fetch(listing(step, token, afterId))
  if (answer.status !== 200) throw failureOfCall(answer, io.now(), token)
  const sent = readSent(step, earliestTime(step.firstSentAt, answer, io.now()))
  const posts = readList(answer)
  const ours = posts.filter((post) => isOurs(post, sent)).map((post) => readPost(step, post))
  return { isFull: posts.length >= listedAtOnce(step), ours: ours.filter((post) => post !== null) }
}

/** @throws Failure when it is not a list of posts from end to end: a part of one shows nothing. */
function readList(answer: OutboundAnswer): JsonObject[] {
  const posts = isArray(answer.json) ? answer.json.map(asObject) : [null]
  const whole = posts.filter((post) => post !== null && textOf(post.id) !== null)
  if (whole.length < posts.length)
    throw failureOf('unavailable', 'The server did not show the account’s posts.', answer)
  return whole.filter((post) => post !== null)
}

/**
 * Whether the server certainly locks the key of a second request now. Its software is read again: it may have changed
 * since the account was connected, and then nothing is known about its locks.
 */
async function locksKeys({ account }: CommitStep, io: Io): Promise<boolean> {
  const { instance, software, version } = readSettings(account)
  if (classOf(rulesOf(software), version).class !== 'expiring_key') return false
  try {
    const now = await readSoftware(instance, io)
    return now.software === software && now.version === version
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
