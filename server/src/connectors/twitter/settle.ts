import type { JsonObject } from '../../lib/json/json.ts'
import { textOf } from '../../lib/json/json.ts'
import { type CommitStep, Failure, type Io, type Settled } from '../connector.ts'
import {
  earliestTime,
  isMadeSince,
  isSameText,
  matchOwnPosts,
  type PostsPage,
} from '../kit/match-own-posts.ts'
import { findWebLinks } from '../kit/text/weighted/find-web-links.ts'
import { readArtefacts } from './artefacts.ts'
import { duplicateMark } from './commit.ts'
import { answeredBy, mediaIdsOf, mostListed, readPost, readPosts, wordsOf } from './own-posts.ts'
import { readToken } from './settings.ts'

// A new post shows in the list within seconds, as a rule.
const twinPauseMs = 20_000
const twinLimitMs = 90_000

/**
 * Looks for our post among those that came after the newest one of before. A refusal as a duplicate is believed once the
 * post did not show for a while: something between X and us may have sent our request twice. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const found = await matchOwnPosts({ list: () => listOurs(step, io), before: null })
  if (found.outcome !== 'not_found' || step.ref !== duplicateMark) return found
  const sinceMs = io.now().getTime() - step.firstSentAt.getTime()
  if (sinceMs < twinLimitMs) return { outcome: 'pending', againInMs: twinPauseMs }
  const text = 'X refused the post because the account posted the same words before. Change the text.'
  return { outcome: 'rejected', failure: new Failure('invalid', text, { platformCode: duplicateMark }) }
}

async function listOurs(step: CommitStep, io: Io): Promise<PostsPage> {
  const { newest } = readArtefacts(step.artefacts)
  const asked = { accountId: step.account.externalId, most: mostListed, sinceId: newest }
  const { answer, posts } = await readPosts(asked, readToken(io.credentials), io)
  const earliest = earliestTime(step.firstSentAt, answer, io.now())
  const ours = posts
    .filter((post) => isOurs(post, step, earliest))
    .map((post) => readPost(post, step.account))
  return { isFull: posts.length >= mostListed, ours: ours.filter((post) => post !== null) }
}

// Two clocks that differ by less are taken to agree.
const skewMs = 2_000

/** Ours has our words and our media, stands in our place of a thread, and was made after the first send. */
function isOurs(post: JsonObject, { draft, artefacts, replyTo }: CommitStep, earliest: Date): boolean {
  if (answeredBy(post) !== (replyTo?.parent.remoteId ?? null)) return false
  const ids = readArtefacts(artefacts).media.map(({ id }) => id)
  const shown = mediaIdsOf(post)
  if (shown.length !== ids.length || !ids.every((id, index) => id === shown[index])) return false
  if (!isMadeSince(new Date(earliest.getTime() - skewMs), textOf(post.created_at))) return false
  return isSameText(bareLinks(wordsOf(post)), bareLinks(draft.text.toWellFormed()))
}

/** The text with its links as X may write them and as people do: without a scheme, a closing slash and capitals. */
function bareLinks(text: string): string {
  let [bare, done] = ['', 0]
  for (const { start, end } of findWebLinks(text)) {
    const link = text
      .slice(start, end)
      .toLowerCase()
      .replace(/^https?:\/\//, '')
    bare += text.slice(done, start) + (link.endsWith('/') ? link.slice(0, -1) : link)
    done = end
  }
  return bare + text.slice(done)
}
