import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type CommitStep, Failure, type Io, type PublishedPost, type Settled } from '../connector.ts'
import { fail, failureOfCall } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readPost } from './commit.ts'
import { readSoftware } from './instance.ts'
import { isOurs, readSent } from './match.ts'
import { listedAtOnce, listing } from './prepare.ts'
import { readSettings, readToken } from './settings.ts'
import { classOf, rulesOf } from './software.ts'

// The server tells its clock in whole seconds: two clocks that differ by less are taken to agree.
const skewSeenMs = 2_000

/**
 * Looks for our post among the account's own. Exactly one match is it; several are for a person to tell apart. No match
 * proves nothing: the commit is repeated where the server locks the key, and nothing is claimed elsewhere.
 * @throws Failure when the list cannot be read
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const [first, ...more] = await findOurs(step, io)
  if (!first) return { outcome: (await locksKeys(step, io)) ? 'repeat' : 'not_found' }
  if (more.length > 0) return { outcome: 'several', posts: [first, ...more] }
  return { outcome: 'published', ...first }
}

/** The newest posts; where all of them may be newer than ours, those right after the posts that stood there before. */
async function findOurs(step: CommitStep, io: Io): Promise<PublishedPost[]> {
  const newest = await listOurs(step, io, null)
  const [before] = readArtefacts(step.artefacts).seen ?? []
  if (newest.ours.length > 0 || newest.listed < listedAtOnce(step) || before === undefined) return newest.ours
  return (await listOurs(step, io, before)).ours
}

async function listOurs(
  step: CommitStep,
  io: Io,
  afterId: string | null,
): Promise<{ listed: number; ours: PublishedPost[] }> {
  const token = readToken(io.credentials)
  const answer = await io.fetch(listing(step, token, afterId))
  if (answer.status !== 200) throw failureOfCall(answer, io.now(), token)
  const sent = readSent(step, earliestTime(step, answer, io.now()))
  const posts = readList(answer)
  const ours = posts.filter((post) => isOurs(post, sent)).map((post) => readPost(step, post))
  return { listed: posts.length, ours: ours.filter((post) => post !== null) }
}

/** @throws Failure when it is not a list of posts from end to end: a part of one shows nothing. */
function readList(answer: OutboundAnswer): JsonObject[] {
  const posts = isArray(answer.json) ? answer.json.map(asObject) : [null]
  const whole = posts.filter((post) => post !== null && textOf(post.id) !== null)
  if (whole.length < posts.length)
    throw fail('unavailable', 'The server did not show the account’s posts.', answer)
  return whole.filter((post) => post !== null)
}

/** When our post can have been made at the earliest, by the server's own clock. */
function earliestTime(step: CommitStep, { headers }: OutboundAnswer, now: Date): Date {
  const skewMs = Date.parse(headers.date ?? '') - now.getTime()
  const isAside = Math.abs(skewMs) > skewSeenMs
  return new Date(step.firstSentAt.getTime() + (isAside ? skewMs + 1_000 : 0))
}

/**
 * Whether the server surely locks the key of a second request now. Its program is asked for again: since the account was
 * connected it may have become another program or version, and then nobody knows what became of its lock.
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
