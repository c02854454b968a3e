import { setTimeout as pause } from 'node:timers/promises'
import type { FakeAnswer } from '../../kit/fakes/fake-server.ts'
import { describeMedium } from './fake-uploads.ts'
import {
  type Asked,
  badParameter,
  type Caller,
  type FakeComment,
  type FakeMedium,
  type FakePost,
  integerIn,
  ok,
  ownWall,
  refuse,
  takeId,
  type World,
} from './fake-world.ts'

const mostLetters = 15_895
const mostAttachments = 10
const mostPostsADay = 50
const daySeconds = 86_400

const seconds = () => Math.floor(Date.now() / 1_000)

/**
 * Makes a post. VK does not say from when it holds a `guid`: here it is looked for at the beginning, and held from the end.
 * Source: dev.vk.com/en/method/wall.post.
 */
export async function makePost(world: World, caller: Caller, asked: Asked): Promise<FakeAnswer> {
  const ownerId = ownWall(world, caller, integerIn(asked, 'owner_id'))
  const before = asked.guid === undefined ? undefined : world.made.get(`post ${ownerId} ${asked.guid}`)
  if (before !== undefined) return ok({ post_id: before })
  const content = readContent(world, asked)
  const today = world.posts.filter((post) => post.ownerId === ownerId && post.date > seconds() - daySeconds)
  if (today.length >= mostPostsADay)
    throw refuse(214, 'Access to adding post denied: you can only add 50 posts a day')
  const workMs = world.nextWorkMs
  world.nextWorkMs = 0
  if (workMs > 0) await pause(workMs)
  const isByCommunity = ownerId < 0 && (asked.from_group === '1' || caller.kind === 'group')
  const post: FakePost = {
    ...content,
    id: takeId(world),
    ownerId,
    fromId: isByCommunity || caller.kind !== 'user' ? ownerId : caller.person.id,
    date: seconds(),
    fields: asked,
    comments: [],
    isPinned: false,
    isDeleted: false,
    likes: 0,
    reposts: 0,
    views: 0,
  }
  world.posts.push(post)
  if (asked.guid !== undefined) world.made.set(`post ${ownerId} ${asked.guid}`, post.id)
  return ok({ post_id: post.id })
}

/** Sets a whole post: attachments that are not named are gone. Source: dev.vk.com/en/method/wall.edit. */
export function editPost(world: World, caller: Caller, asked: Asked): FakeAnswer {
  const post = postAt(
    world,
    ownWall(world, caller, integerIn(asked, 'owner_id')),
    integerIn(asked, 'post_id'),
  )
  Object.assign(post, readContent(world, asked), { fields: { ...asked, edited: '1' } })
  return ok({ post_id: post.id })
}

export function deletePost(world: World, caller: Caller, asked: Asked): FakeAnswer {
  postAt(world, ownWall(world, caller, integerIn(asked, 'owner_id')), integerIn(asked, 'post_id')).isDeleted =
    true
  return ok(1)
}

type Content = Pick<FakePost, 'text' | 'media' | 'links'>

/** @throws FakeRefusal */
function readContent(world: World, asked: Asked): Content {
  const text = (asked.message ?? '').trim()
  const named = (asked.attachments ?? '').split(',').filter((name) => name !== '')
  if (text === '' && named.length === 0) throw badParameter('message or attachments is required')
  if (text.length > mostLetters) throw badParameter('message is too long')
  if (named.length > mostAttachments) throw badParameter('too many attachments')
  const links = named.filter((name) => /^https?:\/\//.test(name))
  if (links.length > 1) throw badParameter('more than one link')
  const media = named.filter((name) => !links.includes(name)).map((name) => mediumNamed(world, name))
  if (media.filter(({ type }) => type === 'doc').length > 1) throw badParameter('more than one file')
  return { text, media, links }
}

function mediumNamed({ media }: World, name: string): FakeMedium {
  const found = media.find(({ type, ownerId, id }) => `${type}${ownerId}_${id}` === name)
  if (!found) throw badParameter(`attachment ${name} is not found`)
  return found
}

/** @throws FakeRefusal */
function postAt({ posts }: World, ownerId: number, id: number): FakePost {
  const post = posts.find((each) => each.ownerId === ownerId && each.id === id && !each.isDeleted)
  if (!post) throw refuse(15, 'Access denied: post was not found')
  return post
}

/** A closed community shows its wall to its own people alone. @throws FakeRefusal */
function seenBy({ communities }: World, caller: Caller, ownerId: number): void {
  const community = communities.find(({ id }) => -id === ownerId)
  const isSeen =
    community?.isClosed !== true || (caller.kind === 'user' && community.editors.includes(caller.person.id))
  if (!isSeen) throw refuse(15, 'Access denied: this wall available only for community members')
}

/** The newest first, after one that is pinned. Source: dev.vk.com/en/method/wall.get. */
export function listPosts(world: World, caller: Caller, asked: Asked): FakeAnswer {
  const ownerId = integerIn(asked, 'owner_id')
  const count = countIn(asked)
  seenBy(world, caller, ownerId)
  const all = world.posts
    .filter((post) => post.ownerId === ownerId && !post.isDeleted)
    .filter(({ fromId }) => asked.filter !== 'owner' || fromId === ownerId)
    .toReversed()
    .toSorted((one, other) => Number(other.isPinned) - Number(one.isPinned))
  return ok({ count: all.length, items: all.slice(0, count).map(describePost) })
}

function countIn(asked: Asked): number {
  const count = asked.count === undefined ? 20 : integerIn(asked, 'count')
  if (count < 0 || count > 100) throw badParameter('count should be less or equal to 100')
  return count
}

/** Posts that are not there are left out. Source: dev.vk.com/en/method/wall.getById. */
export function showPosts(world: World, caller: Caller, asked: Asked): FakeAnswer {
  const names = (asked.posts ?? '').split(',')
  if (names.length > 100 || !names.every((name) => /^-?\d+_\d+$/.test(name)))
    throw badParameter('posts is undefined')
  const found = world.posts.filter((post) => names.includes(`${post.ownerId}_${post.id}`) && !post.isDeleted)
  for (const { ownerId } of found) seenBy(world, caller, ownerId)
  return ok({ items: found.map(describePost) })
}

function describePost(post: FakePost) {
  const { id, ownerId, fromId, date, text, media, links, likes, reposts, views, comments, isPinned } = post
  const attachments = [
    ...media.map((medium) => ({ type: medium.type, [medium.type]: describeMedium(medium) })),
    ...links.map((url) => ({ type: 'link', link: { url, title: 'A page', description: '' } })),
  ]
  return {
    id,
    owner_id: ownerId,
    from_id: fromId,
    date,
    text,
    post_type: 'post',
    ...(isPinned ? { is_pinned: 1 } : {}),
    attachments,
    comments: { count: comments.filter(({ isDeleted }) => !isDeleted).length },
    likes: { count: likes, user_likes: 0 },
    reposts: { count: reposts, user_reposted: 0 },
    views: { count: views },
  }
}

/** Source: dev.vk.com/en/method/wall.createComment. */
export function makeComment(world: World, caller: Caller, asked: Asked): FakeAnswer {
  const ownerId = integerIn(asked, 'owner_id')
  const post = postAt(world, ownerId, integerIn(asked, 'post_id'))
  if (post.fields.close_comments === '1') throw refuse(213, 'Access to status replies denied')
  const before = asked.guid === undefined ? undefined : world.made.get(`comment ${asked.guid}`)
  if (before !== undefined) return ok({ comment_id: before, parents_stack: [] })
  const text = (asked.message ?? '').trim()
  if (text === '') throw badParameter('message is required')
  const fromId = asked.from_group === undefined ? 0 : ownWall(world, caller, -integerIn(asked, 'from_group'))
  const author = caller.kind === 'user' ? caller.person.id : ownerId
  const comment = { id: takeId(world), fromId: fromId || author, date: seconds(), text, isDeleted: false }
  post.comments.push(comment)
  if (asked.guid !== undefined) world.made.set(`comment ${asked.guid}`, comment.id)
  return ok({ comment_id: comment.id, parents_stack: [] })
}

/** The newest first, if asked so. Source: dev.vk.com/en/method/wall.getComments. */
export function listComments(world: World, caller: Caller, asked: Asked): FakeAnswer {
  const ownerId = integerIn(asked, 'owner_id')
  seenBy(world, caller, ownerId)
  const { comments, id } = postAt(world, ownerId, integerIn(asked, 'post_id'))
  const shown = comments.filter(({ isDeleted }) => !isDeleted)
  const sorted = asked.sort === 'desc' ? shown.toReversed() : shown
  const cut = asked.preview_length === '0' ? Number.POSITIVE_INFINITY : 90
  const items = sorted.slice(0, countIn(asked)).map((comment) => {
    return { ...describeComment(comment, ownerId, id), text: comment.text.slice(0, cut) }
  })
  return ok({ count: shown.length, items })
}

export function showComment(world: World, caller: Caller, asked: Asked): FakeAnswer {
  const ownerId = integerIn(asked, 'owner_id')
  seenBy(world, caller, ownerId)
  const { comment, post } = commentAt(world, ownerId, integerIn(asked, 'comment_id'))
  return ok({ items: [describeComment(comment, ownerId, post.id)] })
}

export function editComment(world: World, caller: Caller, asked: Asked): FakeAnswer {
  const ownerId = ownWall(world, caller, integerIn(asked, 'owner_id'))
  const text = (asked.message ?? '').trim()
  if (text === '') throw badParameter('message is required')
  commentAt(world, ownerId, integerIn(asked, 'comment_id')).comment.text = text
  return ok(1)
}

export function deleteComment(world: World, caller: Caller, asked: Asked): FakeAnswer {
  const ownerId = ownWall(world, caller, integerIn(asked, 'owner_id'))
  commentAt(world, ownerId, integerIn(asked, 'comment_id')).comment.isDeleted = true
  return ok(1)
}

/** @throws FakeRefusal */
function commentAt(world: World, ownerId: number, id: number): { comment: FakeComment; post: FakePost } {
  for (const post of world.posts.filter((each) => each.ownerId === ownerId && !each.isDeleted)) {
    const comment = post.comments.find((each) => each.id === id && !each.isDeleted)
    if (comment) return { comment, post }
  }
  throw refuse(15, 'Access denied: comment was not found')
}

function describeComment({ id, fromId, date, text }: FakeComment, ownerId: number, postId: number) {
  return { id, from_id: fromId, date, text, owner_id: ownerId, post_id: postId, parents_stack: [] }
}
