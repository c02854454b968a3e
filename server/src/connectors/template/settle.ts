import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { CommitStep, Io, Settled } from '../connector.ts'
import {
  earliestTime,
  isMadeSince,
  isSameText,
  matchOwnPosts,
  type PostsPage,
} from '../kit/match-own-posts.ts'
import { readArtefacts } from './artefacts.ts'
import { listedAtOnce, readPost, readPosts } from './own-posts.ts'
import { readToken } from './settings.ts'

/** Looks for our post among the account's own, and claims nothing where none matches. @throws Failure */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const [before = null] = readArtefacts(step.artefacts).seen
  return matchOwnPosts({ list: (afterId) => listOurs(step, afterId, io), before })
}

async function listOurs(step: CommitStep, afterId: string | null, io: Io): Promise<PostsPage> {
  const { answer, posts } = await readPosts(afterId, readToken(io.credentials), io)
  const earliest = earliestTime(step.firstSentAt, answer, io.now())
  const ours = posts.filter((post) => isOurs(post, step, earliest)).map(readPost)
  return { isFull: posts.length >= listedAtOnce, ours: ours.filter((post) => post !== null) }
}

/**
 * Media are in one post only, so they alone identify ours. Without media it is the words, the place in a
 * thread and the time, all of them.
 */
function isOurs(post: JsonObject, { draft, artefacts, replyTo }: CommitStep, earliest: Date): boolean {
  const { seen, media } = readArtefacts(artefacts)
  if (seen.includes(textOf(post.id) ?? '')) return false
  if (textOf(post.reply_to) !== (replyTo?.parent.remoteId ?? null)) return false
  const shown = isArray(post.media) ? post.media.map((medium) => textOf(asObject(medium)?.id)) : []
  if (shown.length !== media.length) return false
  if (media.length > 0) return media.every(({ id }, index) => id === shown[index])
  const hasOurText = isSameText(textOf(post.text), draft.text.toWellFormed())
  return hasOurText && isMadeSince(earliest, textOf(post.created_at))
}
