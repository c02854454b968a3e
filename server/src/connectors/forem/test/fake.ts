import { asObject, type Json, type JsonObject } from '../../../lib/json/json.ts'
import {
  type FakeAnswer,
  type FakeCall,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import {
  createWorld,
  type FakeArticle,
  type FakeUser,
  type FakeWorld,
  refuse,
  storeArticle,
} from './fake-world.ts'

/** The call that makes a draft public, as faults and the journal of calls name it. */
export const publishing = 'publish an article'

/** A community in memory that refuses everything that the source of Forem refuses. */
export interface FakeForem extends FakeServer {
  readonly world: FakeWorld
}

export async function startFakeForem(): Promise<FakeForem> {
  const world = createWorld()
  const server = await startFakeServer({
    routes: { '*': (call) => answer(world, call) },
    nameOf: (method, path) =>
      method === 'PUT' && /^\/api\/articles\/\d+$/.test(path) ? publishing : `${method} ${path}`,
    internalError: { error: 'Internal Server Error', status: 500 },
  })
  world.url = server.url
  return { ...server, world }
}

function answer(world: FakeWorld, call: FakeCall): FakeAnswer {
  const { method, url } = call
  const path = url.pathname
  if (!path.startsWith('/api/')) return { status: 404, json: null }
  // Without this type, the older version of the API would answer.
  if (call.headers.accept !== 'application/vnd.forem.api-v1+json') throw refuse(406, 'Not Acceptable')
  if (method !== 'GET') throttle(world)
  if (method === 'GET' && path === '/api/users/me') return ok(showUser(world, authenticate(world, call)))
  const status = /^\/api\/articles\/me\/(unpublished|published)$/.exec(path)?.[1]
  if (method === 'GET' && status !== undefined)
    return ok(listOwn(world, authenticate(world, call), status === 'published', url.searchParams))
  if (method === 'POST' && path === '/api/articles') {
    const made = storeArticle(world, authenticate(world, call), readArticle(call), null)
    return { status: 201, json: showArticle(world, made) }
  }
  const number = /^\/api\/articles\/(\d+)$/.exec(path)?.[1]
  if (number === undefined) throw refuse(404, 'not found')
  if (method === 'GET')
    return ok(
      showArticle(
        world,
        find(world, number, ({ isPublished }) => isPublished),
      ),
    )
  if (method !== 'PUT') throw refuse(404, 'not found')
  const user = authenticate(world, call)
  const standing = find(world, number, ({ userId }) => userId === user.id)
  return ok(showArticle(world, storeArticle(world, user, readArticle(call), standing)))
}

/** Source: rack_attack.rb. */
function throttle(world: FakeWorld): void {
  if (!world.limitsWrites) return
  if (Date.now() - world.lastWriteAt < 1_000) throw refuse(429, 'Retry later', { 'retry-after': '1' })
  world.lastWriteAt = Date.now()
}

function authenticate({ keys }: FakeWorld, { headers }: FakeCall): FakeUser {
  const user = keys.get(String(headers['api-key'] ?? ''))
  if (!user || user.isSuspended) throw refuse(401, 'unauthorized')
  return user
}

function readArticle({ headers, body }: FakeCall): JsonObject {
  const isJson = /^application\/json\b/.test(headers['content-type'] ?? '')
  const article = isJson ? asObject(asObject(JSON.parse(body.toString()))?.article) : null
  if (!article) throw refuse(422, 'param is missing or the value is empty: article')
  return article
}

function find({ articles }: FakeWorld, number: string, isShown: (one: FakeArticle) => boolean): FakeArticle {
  const found = articles.find((one) => one.id === Number(number) && isShown(one))
  if (!found) throw refuse(404, 'not found')
  return found
}

function listOwn(world: FakeWorld, user: FakeUser, isPublished: boolean, query: URLSearchParams): Json {
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 30)]
  const timeOf = (one: FakeArticle) => one.publishedAt?.getTime() ?? Number.MAX_SAFE_INTEGER
  return world.articles
    .filter((one) => one.userId === user.id && one.isPublished === isPublished)
    .toSorted((one, other) => timeOf(other) - timeOf(one) || other.id - one.id)
    .slice((page - 1) * perPage, page * perPage)
    .map((one) => {
      const { id, title, description, url, body_markdown, published_timestamp, ...counts } = showArticle(
        world,
        one,
      )
      const { comments_count, public_reactions_count } = counts
      return {
        ...{ type_of: 'article', id, title, description, url, body_markdown, published_timestamp },
        ...{
          comments_count,
          public_reactions_count,
          page_views_count: one.views,
          published: one.isPublished,
        },
      } as JsonObject
    })
}

/** The answer to a change, and to everybody who reads. It has no member `published`. */
function showArticle({ url, users }: FakeWorld, one: FakeArticle): JsonObject {
  const name = users.find(({ id }) => id === one.userId)?.username ?? ''
  const preview = one.isPublished ? '' : '-preview'
  return {
    type_of: 'article',
    id: one.id,
    title: one.title,
    description: one.description,
    slug: one.slug,
    path: `/${name}/${one.slug}`,
    url: `${url}/${name}/${one.slug}${preview}`,
    comments_count: one.comments,
    public_reactions_count: one.reactions,
    published_timestamp: one.isPublished ? (one.publishedAt?.toISOString() ?? '') : '',
    canonical_url: one.canonicalUrl ?? `${url}/${name}/${one.slug}`,
    edited_at: one.editedAt?.toISOString() ?? null,
    tags: one.tags,
    body_markdown: one.body,
    user: { name, username: name },
    ...(one.organizationId === null ? {} : { organization: { name: 'Boats', slug: 'boats' } }),
  }
}

function showUser({ url }: FakeWorld, { id, username, name }: FakeUser): JsonObject {
  return { type_of: 'user', id, username, name, profile_image: `${url}/uploads/${id}.png` }
}

function ok(json: Json): FakeAnswer {
  return { status: 200, json }
}
