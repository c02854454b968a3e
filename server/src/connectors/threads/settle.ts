import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type CommitStep,
  type Draft,
  Failure,
  type Io,
  type PublishedPost,
  type Settled,
} from '../connector.ts'
import { doubtfulRef, settleDoubtful } from '../kit/doubtful-refusal.ts'
import {
  earliestTime,
  isMadeSince,
  isSameText,
  matchOwnPosts,
  type PostsPage,
} from '../kit/match-own-posts.ts'
import { settleContainer } from '../kit/media/container.ts'
import { readContainers } from '../kit/media/media-containers.ts'
import { profileUrlOf } from './access.ts'
import { callThreads, isNotFound, restricted } from './api.ts'
import { readContainer } from './containers.ts'
import { readToken } from './settings.ts'

/** Finds out by the container whether it was published, and then which of the account's posts it is. @throws Failure */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const isDoubtful = step.ref === doubtfulRef
  if (step.ref !== null && !isDoubtful) return readAddress(step.ref, step, io)
  const { post } = readContainers(step.artefacts)
  if (!post) return { outcome: 'not_found' }
  const found = await readContainer(post.id, io)
  if (found.state === 'published') return matchOwnPosts({ list: () => listOurs(step, io), before: null })
  const settled = await settleContainer(post, step.looks, { read: async () => found })
  if (!isDoubtful) return settled
  return settleDoubtful(settled, restricted, step.firstSentAt, io.now())
}

// A new post is not known to all servers of the network at once.
const mostLooks = 4
const pauseMs = 2_000

/**
 * The address of a post that Threads has named. The post is public even if its address stays unknown; then the
 * profile's address is used.
 */
async function readAddress(remoteId: string, { account, looks }: CommitStep, io: Io): Promise<Settled> {
  const url = await readPermalink(remoteId, io)
  if (url === null && looks < mostLooks) return { outcome: 'pending', againInMs: pauseMs }
  return { outcome: 'published', remoteId, url: url ?? profileUrlOf(account.username), reference: null }
}

async function readPermalink(id: string, io: Io): Promise<string | null> {
  try {
    const { json } = await callThreads(
      { path: `/${id}`, query: { fields: 'permalink' } },
      readToken(io.credentials),
      io,
    )
    return readWebAddress(textOf(asObject(json)?.permalink))
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

const listedAtOnce = 50

async function listOurs(step: CommitStep, io: Io): Promise<PostsPage> {
  const [path, place] = step.replyTo ? ['/me/replies', ',replied_to'] : ['/me/threads', '']
  const query = { fields: `id,text,timestamp,permalink,media_type${place}`, limit: String(listedAtOnce) }
  const answer = await callThreads({ path, query }, readToken(io.credentials), io)
  const listed = asObject(answer.json)?.data
  if (!isArray(listed)) throw new Failure('unavailable', 'Threads did not show the posts of the account.')
  const earliest = earliestTime(step.firstSentAt, answer, io.now())
  const ours = listed.filter((post) => isOurs(asObject(post), step, earliest))
  return {
    isFull: listed.length >= listedAtOnce,
    ours: ours.flatMap((post) => readPost(asObject(post), step.account.username)),
  }
}

function isOurs(post: JsonObject | null, { draft, replyTo }: CommitStep, earliest: Date): boolean {
  if (textOf(post?.media_type) !== shownAs(draft)) return false
  if (replyTo && textOf(asObject(post?.replied_to)?.id) !== replyTo.parent.remoteId) return false
  const hasOurText = isSameText(textOf(post?.text), draft.text.toWellFormed())
  return hasOurText && isMadeSince(earliest, textOf(post?.timestamp))
}

function shownAs({ media: [medium, ...others] }: Draft): Json {
  if (!medium) return 'TEXT_POST'
  if (others.length > 0) return 'CAROUSEL_ALBUM'
  return medium.kind === 'image' ? 'IMAGE' : 'VIDEO'
}

function readPost(post: JsonObject | null, username: string): PublishedPost[] {
  const remoteId = textOf(post?.id)
  if (remoteId === null) return []
  const url = readWebAddress(textOf(post?.permalink)) ?? profileUrlOf(username)
  return [{ remoteId, url, reference: null }]
}
