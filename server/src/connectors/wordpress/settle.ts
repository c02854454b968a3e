import { type CommitStep, Failure, type Io, type Settled } from '../connector.ts'
import { matchOwnPosts } from '../kit/match-own-posts.ts'
import { type Access, accessOf } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { hasSameLetters, listOwnComments, numberOf } from './comments.ts'
import { isWaiting, publishedComment, publishedPost } from './commit.ts'
import { isPublic, readPost } from './draft.ts'
import { placeOf } from './options.ts'

const firstPauseMs = 30_000
const longestPauseMs = 10 * 60_000

/**
 * Reads the draft that the commit was to publish, which may be published again as often as one likes: it stays one post. A draft that is
 * gone proves nothing, because somebody may have deleted the post. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const access = accessOf(step.account, io.credentials)
  if (step.part === 'first_comment') return findComment(step, access, io)
  const { postId } = readArtefacts(step.artefacts)
  if (postId === null) throw new Error('This post was sent before it was prepared.')
  const post = await readPost(placeOf(step.draft.options), postId, access, io)
  if (!post || post.status === 'trash') return { outcome: 'not_found' }
  if (isPublic(post)) return { outcome: 'published', ...publishedPost(post, step) }
  if (post.status === 'draft') return { outcome: 'repeat' }
  // A plugin may have statuses of its own for posts that wait.
  const againInMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(step.looks, 10))
  if (isWaiting(post) || step.ref !== null) return { outcome: 'pending', againInMs }
  return { outcome: 'not_found' }
}

/** A comment cannot be prepared, so it is looked for among those of the user that did not stand there before. */
function findComment(step: CommitStep, access: Access, io: Io): Promise<Settled> {
  const { replyTo, account, draft } = step
  if (!replyTo) throw new Failure('invalid', 'A first comment stands below a post.')
  const seen = readArtefacts(step.artefacts).seen ?? []
  const list = async () => {
    const comments = await listOwnComments(numberOf(replyTo.parent), account, access, io)
    const ours = comments.filter(({ id, text }) => !seen.includes(id) && hasSameLetters(text, draft.text))
    return { isFull: false, ours: ours.map((comment) => publishedComment(comment, account)) }
  }
  return matchOwnPosts({ list, before: null })
}
