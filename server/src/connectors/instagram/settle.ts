import { type CommitStep, Failure, type Io, type Settled } from '../connector.ts'
import { doubtfulRef, settleDoubtful } from '../kit/doubtful-refusal.ts'
import { matchOwnPosts } from '../kit/match-own-posts.ts'
import { settleContainer } from '../kit/media/container.ts'
import { type Access, callInstagram, openAccess, pathOf, takenForSpam } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readContainer } from './containers.ts'
import { findOurPosts, profileUrlOf, readPost } from './own-posts.ts'

/**
 * Reads the address of a post that was accepted. Without an answer, the container says whether it was published: then the
 * post is looked for among the account's own. A comment has no container. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const opened = await openAccess(step.account, io.credentials, io)
  const { version, container } = readArtefacts(step.artefacts)
  const access = { ...opened, version }
  const isDoubtful = step.ref === doubtfulRef
  if (step.ref !== null && !isDoubtful) return readPublished(step, step.ref, access)
  if (step.part === 'first_comment') return findOurs(step, access)
  if (!container) throw new Error('This post was sent before it was prepared.')
  const found = await readContainer(access, container.id)
  if (found.state === 'published') return findOurs(step, access)
  const settled = await settleContainer(container, step.looks, { read: async () => found })
  if (!isDoubtful) return settled
  return settleDoubtful(settled, takenForSpam, step.firstSentAt, io.now())
}

function findOurs(step: CommitStep, access: Access): Promise<Settled> {
  return matchOwnPosts({ list: () => findOurPosts(step, access), before: null })
}

const looksForAddress = 5
const pauseMs = 2_000

/** The post is public, whether its address can be read or not: after a while the profile stands for it. */
async function readPublished(step: CommitStep, id: string, access: Access): Promise<Settled> {
  try {
    const body = await callInstagram(access, { path: pathOf(id), query: { fields: 'id,permalink' } })
    const post = readPost({ ...body, id }, step)
    if (post) return { outcome: 'published', ...post }
  } catch (error) {
    const isRefused = error instanceof Failure && (error.kind === 'forbidden' || error.kind === 'invalid')
    if (!isRefused) throw error
  }
  if (step.looks < looksForAddress) return { outcome: 'pending', againInMs: pauseMs }
  const url = profileUrlOf(step.account.username)
  return { outcome: 'published', remoteId: id, url, reference: null }
}
