import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type Account, type CommitStep, type ConnectIo, Failure, type PublishedPost } from '../connector.ts'
import { earliestWithRoom, isMadeSince, isSameText, type PostsPage } from '../kit/match-own-posts.ts'
import { blogPath, callTumblr, idOf, responseOf } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { describePost } from './content.ts'

/** A post as Tumblr lists it, as far as it tells ours apart. Source: github.com/tumblr/docs, api.md, `/posts` - Retrieve Published Posts. */
export interface OwnPost {
  readonly id: string
  /** The id that it had before it was public; null where it was public from the beginning. */
  readonly genesisId: string | null
  readonly isReblog: boolean
  /** All words of its blocks. */
  readonly words: string
  /** How many blocks of each type it has, such as `image 2, text 1`. */
  readonly shape: string
  /** The time at which it became public, in ISO 8601. */
  readonly madeAt: string | null
}

/** The most that Tumblr lists at once. */
const listedAtOnce = 20
const mostPages = 3

/** The posts of a blog from this place on, the newest first. @throws Failure unless all of them can be read */
export async function listPosts(
  blogId: string,
  offset: number,
  token: string,
  io: ConnectIo,
): Promise<{ answer: OutboundAnswer; posts: readonly OwnPost[] }> {
  const query = { npf: 'true', reblog_info: 'true', limit: String(listedAtOnce), offset: String(offset) }
  const answer = await callTumblr({ path: `${blogPath(blogId)}/posts`, query }, token, io)
  const listed = responseOf(answer)?.posts
  const posts = isArray(listed) ? listed.map((post) => readPost(asObject(post))) : [null]
  const whole = posts.filter((post) => post !== null)
  // A part of a list shows nothing.
  if (whole.length < posts.length)
    throw new Failure('unavailable', 'Tumblr did not show the posts of the blog.')
  return { answer, posts: whole }
}

function readPost(post: JsonObject | null): OwnPost | null {
  const id = idOf(post?.id_string) ?? idOf(post?.id)
  if (!post || id === null) return null
  const blocks = isArray(post.content) ? post.content.map(asObject) : []
  const seconds = Number.isSafeInteger(post.timestamp) ? Number(post.timestamp) : Number.NaN
  const at = new Date(seconds * 1_000)
  return {
    id,
    genesisId: idOf(post.genesis_post_id),
    isReblog: (isArray(post.trail) && post.trail.length > 0) || textOf(post.parent_post_url) !== null,
    words: wordsOf(blocks),
    shape: shapeOf(blocks),
    madeAt: Number.isNaN(at.getTime()) ? null : at.toISOString(),
  }
}

function wordsOf(blocks: readonly (JsonObject | null)[]): string {
  return blocks.flatMap((block) => (block?.type === 'text' ? (textOf(block.text) ?? '') : [])).join('\n')
}

function shapeOf(blocks: readonly (JsonObject | null)[]): string {
  const counted = ['image', 'video', 'link'].map((type) => {
    return `${type} ${blocks.filter((block) => block?.type === type).length}`
  })
  return counted.join(', ')
}

/**
 * The posts that can be no others than ours. A video's post is known by the id that it had while it was processed, which Tumblr calls
 * its genesis; any other by its words, its media and its time. @throws Failure
 */
export async function findOurs(step: CommitStep, token: string, io: ConnectIo): Promise<PostsPage> {
  const ours: PublishedPost[] = []
  for (let page = 0; page < mostPages; page++) {
    const offset = page * listedAtOnce
    const { answer, posts } = await listPosts(step.account.externalId, offset, token, io)
    const earliest = earliestWithRoom(step.firstSentAt, answer, io.now())
    const exact = posts.find(({ id, genesisId }) => step.ref !== null && [id, genesisId].includes(step.ref))
    if (exact) return { isFull: false, ours: [publishedAs(exact.id, step.account)] }
    const found = posts.filter((post) => isOurs(post, step, earliest))
    // A new post shifts the list, so that one may be on two pages.
    for (const { id } of found)
      if (!ours.some(({ remoteId }) => remoteId === id)) ours.push(publishedAs(id, step.account))
    // One that is pinned stands first, however old it is.
    const isOlder = !isMadeSince(earliest, posts.at(-1)?.madeAt ?? null)
    if (posts.length < listedAtOnce || isOlder) return { isFull: false, ours }
  }
  return { isFull: true, ours }
}

function isOurs(post: OwnPost, { draft, artefacts, ref }: CommitStep, earliest: Date): boolean {
  const { seen, files } = readArtefacts(artefacts)
  // Its first id would be ours, if Tumblr tells that at all.
  if (ref !== null && post.genesisId !== null) return false
  const { content } = describePost(draft, files, new Map())
  const blocks = isArray(content) ? content.map(asObject) : []
  return (
    !post.isReblog &&
    !(seen ?? []).includes(post.id) &&
    isSameText(post.words, wordsOf(blocks)) &&
    post.shape === shapeOf(blocks) &&
    isMadeSince(earliest, post.madeAt)
  )
}

/** A post by its id. Source: api.md, the addresses that oEmbed knows. */
export function publishedAs(remoteId: string, { username }: Pick<Account, 'username'>): PublishedPost {
  return { remoteId, url: `https://${username}.tumblr.com/post/${remoteId}`, reference: null }
}
