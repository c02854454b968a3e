import { type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import {
  type FakeComment,
  type FakePerson,
  type FakePost,
  type FakeWorld,
  isNew,
  missing,
  mustBeIn,
  readBody,
  refuse,
  showCommunity,
  showPerson,
} from './fake-world.ts'

const bodyMax = 50_000
const contentMax = 10_000
const maxDepth = 50

const charsIn = (text: string) => [...text].length

/** Posts are cleaned before their lengths are looked at. Sources: process_markdown, clean_urls_in_text. */
function processText(world: FakeWorld, text: string, max: number): string {
  if (world.slurs.test(text)) throw refuse('slurs', `Had slurs: ${world.slurs.exec(text)?.[0]}`)
  if (world.blocked.test(text)) throw refuse('blocked_url')
  if (text.includes('\0')) throw refuse('couldnt_create_post')
  const cleaned = isNew(world) ? text.replace(/[?&]utm_[a-z]+=[^\s&)]*/g, '') : text
  if ((isNew(world) ? cleaned.length : charsIn(cleaned)) > max) throw refuse('invalid_body_field')
  return cleaned
}

function checkTitle(world: FakeWorld, name: string): string {
  if (world.slurs.test(name)) throw refuse('slurs', 'Had slurs')
  const length = charsIn(name.trim())
  if (length < 3 || length > 200 || name.includes('\n')) throw refuse('invalid_post_title')
  return name.trim()
}

function cleanUrl(world: FakeWorld, given: string): string | null {
  if (given === '') return null
  const url = URL.parse(given)
  if (!url) throw refuse('invalid_url')
  if (!['http:', 'https:', 'magnet:'].includes(url.protocol)) throw refuse('invalid_url_scheme')
  if (world.blocked.test(given)) throw refuse('blocked_url')
  if (given.length > 2_000) throw refuse('url_length_overflow')
  for (const name of [...url.searchParams.keys()]) if (name.startsWith('utm_')) url.searchParams.delete(name)
  return url.href
}

function checkAltText(text: string | null): string | null {
  if ((text?.length ?? 0) > 1_500) throw refuse('alt_text_length_overflow')
  return text
}

/** Source: check_community_user_action. */
function mustBeAllowed(world: FakeWorld, communityId: number, person: FakePerson) {
  const community = world.communities.find(({ id }) => id === communityId)
  if (!community) throw missing(world, 'couldnt_find_community')
  if (community.isRemoved) throw refuse('deleted')
  if (community.banned.has(person.id)) throw refuse('person_is_banned_from_community')
  return community
}

const postMembers = {
  name: 'string',
  community_id: 'number',
  url: 'string',
  body: 'string',
  alt_text: 'string',
  nsfw: 'boolean',
  language_id: 'number',
} as const

/** POST /post. Source: create_post in crates/api_crud. */
export function createPost(world: FakeWorld, call: FakeCall): JsonObject {
  const fields = readBody(call, postMembers, ['name', 'community_id'])
  const person = mustBeIn(world, call)
  const name = checkTitle(world, String(fields.name))
  const body = typeof fields.body === 'string' ? processText(world, fields.body, bodyMax) : null
  const url = cleanUrl(world, textOf(fields.url) ?? '')
  const altText = checkAltText(textOf(fields.alt_text))
  const community = mustBeAllowed(world, Number(fields.community_id), person)
  if (community.isForModerators) throw refuse('only_mods_can_post_in_community')
  const languageId = typeof fields.language_id === 'number' ? fields.language_id : null
  if (languageId !== null && !community.languages.includes(languageId)) throw refuse('language_not_allowed')
  const post: FakePost = {
    id: 1_000 + world.posts.length,
    creatorId: person.id,
    communityId: community.id,
    name,
    url,
    body,
    altText,
    nsfw: fields.nsfw === true,
    languageId: languageId ?? 0,
    upvotes: 1,
    isDeleted: false,
    isRemoved: false,
    isLocked: false,
    isFeatured: false,
    published: new Date().toISOString(),
  }
  world.posts.push(post)
  return { post_view: showPost(world, post) }
}

/** PUT /post. Members that are left out stay. */
export function editPost(world: FakeWorld, call: FakeCall): JsonObject {
  const fields = readBody(call, { ...postMembers, post_id: 'number' }, ['post_id'])
  const person = mustBeIn(world, call)
  const post = postNumbered(world, fields.post_id)
  mustBeAllowed(world, post.communityId, person)
  if (post.creatorId !== person.id) throw refuse('no_post_edit_allowed')
  if (typeof fields.name === 'string') post.name = checkTitle(world, fields.name)
  if (typeof fields.body === 'string') post.body = processText(world, fields.body, bodyMax)
  if (typeof fields.url === 'string') post.url = cleanUrl(world, fields.url)
  if (typeof fields.nsfw === 'boolean') post.nsfw = fields.nsfw
  return { post_view: showPost(world, post) }
}

/** POST /post/delete. */
export function deletePost(world: FakeWorld, call: FakeCall): JsonObject {
  const fields = readBody(call, { post_id: 'number', deleted: 'boolean' }, ['post_id', 'deleted'])
  const person = mustBeIn(world, call)
  const post = postNumbered(world, fields.post_id)
  if (post.isDeleted === fields.deleted) throw refuse('couldnt_update_post')
  mustBeAllowed(world, post.communityId, person)
  if (post.creatorId !== person.id) throw refuse('no_post_edit_allowed')
  post.isDeleted = fields.deleted === true
  return { post_view: showPost(world, post) }
}

/** GET /post. */
export function getPost(world: FakeWorld, { url }: FakeCall): JsonObject {
  const post = postNumbered(world, Number(url.searchParams.get('id')))
  return { post_view: showPost(world, post), cross_posts: [], moderators: [] }
}

function postNumbered(world: FakeWorld, id: Json | undefined): FakePost {
  const post = world.posts.find((each) => each.id === id)
  if (!post) throw missing(world, 'couldnt_find_post')
  return post
}

/** GET /post/list, of a community. Pinned posts come first. Source: PostQuery. */
export function listPosts(world: FakeWorld, call: FakeCall, callerId: number | null): JsonObject {
  const query = call.url.searchParams
  const communityId = Number(query.get('community_id'))
  const isShown = ({ nsfw, isDeleted, isRemoved, creatorId }: FakePost) =>
    !isRemoved && (!nsfw || query.get('show_nsfw') === 'true') && (!isDeleted || creatorId === callerId)
  const listed = world.posts
    .filter((post) => post.communityId === communityId && isShown(post))
    .toReversed()
    .sort((one, other) => Number(other.isFeatured) - Number(one.isFeatured))
  return { posts: pageOf(listed, query).map((post) => showPost(world, post)) }
}

function pageOf<Thing>(things: readonly Thing[], query: URLSearchParams): Thing[] {
  const limit = Number(query.get('limit') ?? 10)
  if (limit > 50 || limit < 1) throw refuse('invalid_fetch_limit')
  if (query.get('sort') !== 'New') throw refuse('unknown', 'The fake sorts by time alone.')
  const from = (Number(query.get('page') ?? 1) - 1) * limit
  return things.slice(from, from + limit)
}

function showPost(world: FakeWorld, post: FakePost): JsonObject {
  const creator = world.people.find(({ id }) => id === post.creatorId)
  const community = world.communities.find(({ id }) => id === post.communityId)
  if (!creator || !community) throw new Error('A post without its creator or community.')
  const comments = world.comments.filter(({ postId, isDeleted }) => postId === post.id && !isDeleted).length
  const counts = { score: post.upvotes, upvotes: post.upvotes, downvotes: 0, comments }
  return {
    post: {
      id: post.id,
      name: post.name,
      ...(post.url === null ? {} : { url: post.url }),
      ...(post.body === null ? {} : { body: post.body }),
      ...(post.altText === null ? {} : { alt_text: post.altText }),
      creator_id: post.creatorId,
      community_id: post.communityId,
      removed: post.isRemoved,
      locked: post.isLocked,
      deleted: post.isDeleted,
      nsfw: post.nsfw,
      published: post.published,
      ap_id: `https://sea.example/post/${post.id}`,
      local: true,
      language_id: post.languageId,
      featured_community: post.isFeatured,
    },
    creator: showPerson(creator),
    community: showCommunity(community),
    counts: { post_id: post.id, ...counts },
    saved: false,
    read: true,
  }
}

/** POST /comment. Source: create_comment in crates/api_crud. */
export function createComment(world: FakeWorld, call: FakeCall): JsonObject {
  const members = {
    content: 'string',
    post_id: 'number',
    parent_id: 'number',
    language_id: 'number',
  } as const
  const fields = readBody(call, members, ['content', 'post_id'])
  const person = mustBeIn(world, call)
  const content = processText(world, String(fields.content), contentMax)
  const post = postNumbered(world, fields.post_id)
  mustBeAllowed(world, post.communityId, person)
  if (post.isDeleted || post.isRemoved) throw refuse('deleted')
  if (post.isLocked) throw refuse('locked')
  const parent = world.comments.find(({ id }) => id === fields.parent_id)
  if (parent && parent.postId !== post.id) throw refuse('couldnt_create_comment')
  const above = parent?.path ?? '0'
  if (parent && above.split('.').length > maxDepth) throw refuse('max_comment_depth_reached')
  const id = 70 + world.comments.length
  const published = new Date().toISOString()
  const path = `${above}.${id}`
  const comment = { id, creatorId: person.id, postId: post.id, path, content, isDeleted: false, published }
  world.comments.push(comment)
  return { comment_view: showComment(world, comment), recipient_ids: [] }
}

/** PUT /comment, and POST /comment/delete where `deleted` is named. */
export function changeComment(world: FakeWorld, call: FakeCall): JsonObject {
  const members = { content: 'string', comment_id: 'number', deleted: 'boolean' } as const
  const fields = readBody(call, members, ['comment_id'])
  const person = mustBeIn(world, call)
  const comment = commentNumbered(world, fields.comment_id)
  if (comment.creatorId !== person.id) throw refuse('no_comment_edit_allowed')
  if (typeof fields.deleted === 'boolean') {
    if (comment.isDeleted === fields.deleted) throw refuse('couldnt_update_comment')
    comment.isDeleted = fields.deleted
  } else comment.content = processText(world, String(fields.content), contentMax)
  return { comment_view: showComment(world, comment), recipient_ids: [] }
}

export function getComment(world: FakeWorld, { url }: FakeCall): JsonObject {
  const comment = commentNumbered(world, Number(url.searchParams.get('id')))
  return { comment_view: showComment(world, comment), recipient_ids: [] }
}

function commentNumbered(world: FakeWorld, id: Json | undefined): FakeComment {
  const comment = world.comments.find((each) => each.id === id)
  if (!comment) throw missing(world, 'couldnt_find_comment')
  return comment
}

/** GET /comment/list, of a post. Lemmy 1.0 passes no page on. Source: list_comments_v3 in crates/api/routes_v3. */
export function listComments(world: FakeWorld, { url }: FakeCall): JsonObject {
  const query = new URLSearchParams(url.searchParams)
  if (isNew(world)) query.delete('page')
  const postId = Number(query.get('post_id'))
  const listed = world.comments.filter((comment) => comment.postId === postId).toReversed()
  return { comments: pageOf(listed, query).map((comment) => showComment(world, comment)) }
}

/** Lemmy 1.0 keeps the counts with the comment. */
function showComment(
  world: FakeWorld,
  { id, creatorId, postId, path, content, isDeleted, published }: FakeComment,
) {
  const below = world.comments.filter((each) => each.path.startsWith(`${path}.`)).length
  const counts = { score: 1, upvotes: 1, downvotes: 0, child_count: below }
  const comment = {
    id,
    creator_id: creatorId,
    post_id: postId,
    content,
    path,
    removed: false,
    deleted: isDeleted,
    published,
    ap_id: `https://sea.example/comment/${id}`,
    local: true,
    language_id: 0,
    ...(isNew(world) ? counts : {}),
  }
  return { comment, ...(isNew(world) ? {} : { counts: { comment_id: id, ...counts } }) }
}
