import type { JsonObject } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { type FakeComment, type FakePost, listing, ok, refuse, type World } from './fake-world.ts'

/** A post as lists show it. One that its author deleted has nobody's name and no text. */
function showPost(post: FakePost): JsonObject {
  const { id, community, kind, title, url } = post
  const permalink = `/r/${community}/comments/${id}/at_sea/`
  return {
    id,
    name: `t3_${id}`,
    title,
    author: post.isDeleted ? '[deleted]' : post.author.name,
    selftext: post.isDeleted ? '[deleted]' : post.body,
    subreddit: community,
    permalink,
    url: url ?? `https://www.reddit.com${permalink}`,
    is_self: kind === 'self',
    is_gallery: kind === 'gallery',
    is_video: kind === 'video',
    over_18: post.nsfw,
    spoiler: post.spoiler,
    send_replies: post.sendReplies,
    link_flair_template_id: post.flair?.id ?? null,
    link_flair_text: post.flair?.text ?? null,
    created_utc: post.createdAt,
    ups: post.ups,
    score: post.ups,
    upvote_ratio: 1,
    num_comments: post.comments,
    removed_by_category: post.isDeleted ? 'deleted' : null,
  }
}

export function showComment(comment: FakeComment): JsonObject {
  const { id, post, parent, isDeleted } = comment
  return {
    id,
    name: `t1_${id}`,
    parent_id: parent,
    link_id: `t3_${post.id}`,
    author: isDeleted ? '[deleted]' : comment.author.name,
    body: isDeleted ? '[deleted]' : comment.body,
    subreddit: post.community,
    permalink: `/r/${post.community}/comments/${post.id}/at_sea/${id}/`,
    created_utc: comment.createdAt,
    ups: comment.ups,
    score: comment.ups,
  }
}

function isVisible({ visibleAt, isDeleted }: FakePost): boolean {
  return !isDeleted && visibleAt <= Date.now()
}

export function listSubmitted(world: World, call: FakeCall, name: string): FakeAnswer {
  world.access(call, 'history')
  mustBeSorted(call)
  const own = world.posts.filter((post) => post.author.name === name && isVisible(post))
  return listing(call, 't3', own.toReversed().map(showPost))
}

export function listComments(world: World, call: FakeCall, name: string): FakeAnswer {
  world.access(call, 'history')
  mustBeSorted(call)
  const own = world.comments.filter(({ author, isDeleted }) => author.name === name && !isDeleted)
  return listing(call, 't1', own.toReversed().map(showComment))
}

/** Lists begin with the liveliest where nobody asks for the newest. */
function mustBeSorted({ url }: FakeCall): void {
  if (url.searchParams.get('sort') !== 'new') throw refuse(400)
}

export function showThings(world: World, call: FakeCall): FakeAnswer {
  world.access(call, 'read')
  const names = (call.url.searchParams.get('id') ?? '').split(',')
  if (names.length > 100 || names.some((name) => !/^t[13]_[a-z0-9]+$/.test(name))) throw refuse(400)
  const posts = world.posts.filter(({ id }) => names.includes(`t3_${id}`)).map(showPost)
  const comments = world.comments.filter(({ id }) => names.includes(`t1_${id}`)).map(showComment)
  return listing(call, 't3', [...posts, ...comments])
}

export function showMe(world: World, call: FakeCall): FakeAnswer {
  const { id, name, isSuspended } = world.access(call, 'identity')
  return ok({
    id,
    name,
    icon_img: `https://styles.redditmedia.com/t5_${id}/styles/profileIcon.png?width=256`,
    subreddit: { display_name: `u_${name}`, title: name === 'harbour' ? 'The harbour' : '' },
    total_karma: 1_200,
    is_suspended: isSuspended,
  })
}
