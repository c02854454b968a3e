import type { JsonObject } from '../../../lib/json/json.ts'
import type { FakeAnswer } from '../../kit/fakes/fake-server.ts'
import {
  flagField,
  forbidden,
  idField,
  idsField,
  jsonOf,
  listed,
  may,
  oneOf,
  type RestCall,
  shown,
  textField,
} from './fake-call.ts'
import { type FakePost, invalidParameter, nextId, refuse, slugFrom, uniqueSlug } from './fake-world.ts'

const statuses = ['publish', 'future', 'draft', 'pending', 'private'] as const

/** The controller of posts and pages. Source: WP_REST_Posts_Controller. */
export function servePosts(rest: RestCall, type: FakePost['type'], id: number | null): FakeAnswer {
  if (id === null) return rest.method === 'POST' ? create(rest, type) : list(rest, type)
  const post = rest.world.posts.find((each) => each.id === id && each.type === type)
  if (!post) throw refuse(404, 'rest_post_invalid_id', 'Invalid post ID.')
  switch (rest.method) {
    case 'GET':
      return read(rest, post)
    case 'DELETE':
      return remove(rest, post)
    default:
      return update(rest, post)
  }
}

function mayEdit(rest: RestCall, post: FakePost): boolean {
  return (
    may(rest, post.type === 'page' ? 'edit_pages' : 'edit_posts') &&
    (isOwn(rest, post) || may(rest, 'edit_others_posts'))
  )
}

function isOwn({ user }: RestCall, { author }: FakePost): boolean {
  return user?.id === author
}

function list(rest: RestCall, type: FakePost['type']): FakeAnswer {
  const { query, world } = rest
  const [status, slug, include] = [query.get('status') ?? 'publish', query.get('slug'), query.get('include')]
  if (status === 'any' && !may(rest, 'edit_posts'))
    throw refuse(400, 'rest_invalid_param', 'Invalid parameter(s): status', {
      params: { status: 'Status is forbidden.' },
      details: { status: { code: 'rest_forbidden_status', message: 'Status is forbidden.' } },
    })
  if (status !== 'any' && !statuses.some((each) => each === status))
    throw invalidParameter('status', 'status[0] is not one of publish, future, draft, …')
  requireEditContext(rest)
  const found = world.posts.filter((post) => {
    const fits = status === 'any' ? post.status !== 'trash' : post.status === status
    const isSeen = post.status === 'publish' || mayEdit(rest, post)
    const isNamed = slug === null || slug.split(',').includes(post.slug)
    const isIncluded = include === null || include.split(',').includes(String(post.id))
    return post.type === type && fits && isSeen && isNamed && isIncluded
  })
  return listed(
    rest,
    found.map((post) => describe(rest, post)),
  )
}

function requireEditContext(rest: RestCall): void {
  if (rest.query.get('context') !== 'edit' || may(rest, 'edit_posts')) return
  throw forbidden(
    rest,
    'rest_forbidden_context',
    'Sorry, you are not allowed to edit posts in this post type.',
  )
}

function read(rest: RestCall, post: FakePost): FakeAnswer {
  if (rest.query.get('context') === 'edit' && !mayEdit(rest, post))
    throw forbidden(rest, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this post.')
  if (post.status !== 'publish' && !mayEdit(rest, post))
    throw forbidden(rest, 'rest_forbidden', 'Sorry, you are not allowed to do that.')
  return shown(rest, describe(rest, post))
}

function create(rest: RestCall, type: FakePost['type']): FakeAnswer {
  const { world, user } = rest
  const isAllowed = may(rest, type === 'page' ? 'edit_pages' : 'edit_posts')
  if (!user || !isAllowed)
    throw forbidden(rest, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.')
  const post: FakePost = {
    id: nextId(world),
    type,
    author: user.id,
    status: 'draft',
    slug: '',
    title: '',
    content: '',
    excerpt: '',
    categories: type === 'post' ? [1] : [],
    tags: [],
    featuredMedia: 0,
    commentStatus: type === 'post' ? 'open' : 'closed',
    sticky: false,
    password: '',
    published: 0,
  }
  const fields = jsonOf(rest)
  fill(rest, post, fields)
  if (post.title + post.content + post.excerpt === '')
    throw refuse(400, 'empty_content', 'Content, title, and excerpt are empty.')
  world.posts.push(post)
  return shown(rest, describe(rest, post), 201)
}

function update(rest: RestCall, post: FakePost): FakeAnswer {
  if (!mayEdit(rest, post))
    throw forbidden(rest, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.')
  fill(rest, post, jsonOf(rest))
  return shown(rest, describe(rest, post))
}

/** Nothing is changed unless all of it is allowed. */
function fill(rest: RestCall, post: FakePost, fields: JsonObject): void {
  const given = {
    status: oneOf(fields, 'status', statuses),
    slug: textField(fields, 'slug'),
    title: textField(fields, 'title'),
    content: textField(fields, 'content'),
    excerpt: textField(fields, 'excerpt'),
    categories: idsField(fields, 'categories'),
    tags: idsField(fields, 'tags'),
    featuredMedia: idField(fields, 'featured_media'),
    commentStatus: oneOf(fields, 'comment_status', ['open', 'closed']),
    sticky: flagField(fields, 'sticky'),
    password: textField(fields, 'password'),
  }
  const isPublishing = given.status === 'publish' || given.status === 'private' || given.status === 'future'
  if (isPublishing && !may(rest, post.type === 'page' ? 'publish_pages' : 'publish_posts'))
    throw refuse(403, 'rest_cannot_publish', 'Sorry, you are not allowed to publish posts in this post type.')
  if ((given.sticky ?? post.sticky) && (given.password ?? post.password) !== '')
    throw refuse(400, 'rest_invalid_field', 'A post can not be sticky and have a password.')
  if (new TextEncoder().encode(given.title ?? '').length > 65_535)
    throw refuse(500, 'db_insert_error', 'Could not insert post into the database.')
  const { world } = rest
  const { status, slug, title, content, categories, ...others } = given
  const set = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null))
  Object.assign(post, set)
  if (title !== null) post.title = cleaned(rest, title)
  if (content !== null) post.content = cleaned(rest, content)
  // Categories that do not exist are passed over.
  if (categories !== null)
    post.categories = categories.filter((each) => world.categories.some(({ id }) => id === each))
  if (status !== null) post.status = isPublishing && world.holdsPosts ? 'pending' : status
  nameAnew(rest, post, slug)
  if (post.status === 'publish' || post.status === 'private') post.published++
}

/** A public post always has a name; a draft keeps the one it was given. Source: wp_insert_post. */
function nameAnew({ world }: RestCall, post: FakePost, slug: string | null): void {
  if (slug !== null) post.slug = slugFrom(slug)
  if (post.slug === '' && post.status !== 'draft' && post.status !== 'pending')
    post.slug = slugFrom(post.title) || String(post.id)
  const taken = world.posts.filter((each) => each !== post).map((each) => each.slug)
  post.slug = uniqueSlug(post.slug, taken)
}

/** Somebody who may not write any HTML has scripts and frames taken out. Source: wp_filter_post_kses. */
function cleaned(rest: RestCall, html: string): string {
  return may(rest, 'unfiltered_html') ? html : html.replace(/<\/?(?:script|iframe|form|style)\b[^<>]*>/gi, '')
}

function remove(rest: RestCall, post: FakePost): FakeAnswer {
  if (!mayEdit(rest, post))
    throw forbidden(rest, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this post.')
  const { world, query } = rest
  if (query.get('force') === 'true') {
    world.posts.splice(world.posts.indexOf(post), 1)
    return { status: 200, json: { deleted: true, previous: describe(rest, post) } }
  }
  if (!world.hasTrash)
    throw refuse(
      501,
      'rest_trash_not_supported',
      'The post does not support trashing. Set ‘force=true’ to delete.',
    )
  if (post.status === 'trash') throw refuse(410, 'rest_already_trashed', 'The post has already been deleted.')
  post.status = 'trash'
  post.slug = `${post.slug}__trashed`
  return shown(rest, describe(rest, post))
}

function describe({ query, site }: RestCall, post: FakePost): JsonObject {
  const isRaw = query.get('context') === 'edit'
  const shownAs = (text: string) => ({
    ...(isRaw ? { raw: text } : {}),
    rendered: text.replace(/<!--.*?-->/gs, ''),
  })
  const isNamed = post.status === 'publish' || post.status === 'private'
  return {
    id: post.id,
    type: post.type,
    status: post.status,
    slug: post.slug,
    link: isNamed ? `${site}/${post.slug}/` : `${site}/?p=${post.id}`,
    title: shownAs(post.title),
    content: { ...shownAs(post.content), protected: post.password !== '' },
    excerpt: { ...shownAs(post.excerpt), protected: post.password !== '' },
    author: post.author,
    featured_media: post.featuredMedia,
    comment_status: post.commentStatus,
    ...(post.type === 'post' ? { categories: post.categories, tags: post.tags, sticky: post.sticky } : {}),
  }
}
