import type { JsonObject } from '../../../lib/json/json.ts'
import {
  type FakeAnswer,
  type FakeCall,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import { invalid, notFound, ok, readForm, refuse } from './fake-answers.ts'
import { FakeLogin } from './fake-login.ts'
import { type FakeContent, readContent } from './fake-rules.ts'

/** The call that makes a post public, as faults and the journal of calls name it. */
export const publishing = 'POST /v1.0/me/threads_publish'
export const creating = 'POST /v1.0/me/threads'

export interface FakePost extends FakeContent {
  readonly id: string
  readonly createdAt: string
}

interface FakeContainer {
  readonly content: FakeContent
  readonly createdAt: number
  readonly readyAt: number
  /** The error to end in, such as `UNKNOWN`; null for none. */
  readonly fault: string | null
  isPublished: boolean
}

/** A network with one profile in memory that refuses everything the documentation of Threads says it refuses. */
export interface FakeThreads extends FakeServer {
  readonly login: FakeLogin
  /** A token of the only profile with every permission. */
  readonly token: string
  /** Everything public, oldest first. */
  readonly posts: readonly FakePost[]
  /** The time in which containers that are created from now on are processed. */
  processMedia(ms: number): void
  /** The next containers end in these errors. */
  failNext(...faults: readonly string[]): void
  /** All containers are older than 24 hours. */
  expire(): void
  /** Commits are refused, because the profile is restricted. */
  restrict(): void
  /** The profile may post and answer so often in 24 hours. */
  limit(quota: { posts: number; replies: number }): void
  /** This machine stands for the host of media there. */
  host(origin: string, address: string): void
  /** Posts by hand, also as an answer. */
  write(text: string, replyTo?: string): FakePost
}

class World {
  processMs = 0
  isRestricted = false
  quota = { posts: 250, replies: 1_000 }
  faults: string[] = []
  readonly containers = new Map<string, FakeContainer>()
  readonly posts: FakePost[] = []
  readonly hosts = new Map<string, string>()
  #lastId = 17_900_000_000_000_000n

  newId(): string {
    this.#lastId += 1n
    return String(this.#lastId)
  }

  statusOf({ isPublished, createdAt, fault, readyAt }: FakeContainer): string {
    if (isPublished) return 'PUBLISHED'
    if (Date.now() - createdAt > 24 * 3_600_000) return 'EXPIRED'
    if (readyAt > Date.now()) return 'IN_PROGRESS'
    return fault === null ? 'FINISHED' : 'ERROR'
  }

  add(content: FakeContent): FakePost {
    const post = {
      ...content,
      id: this.newId(),
      createdAt: new Date().toISOString().replace(/\.\d+Z$/, '+0000'),
    }
    this.posts.push(post)
    return post
  }
}

const profile = {
  id: '9876543210123456789',
  username: 'harbour',
  name: 'Harbour',
  threads_profile_picture_url: 'https://scontent.example.com/harbour.jpg',
}

export const callback = 'https://crier.example.org/oauth/callback/some'

export async function startFakeThreads(redirectUris: readonly string[] = [callback]): Promise<FakeThreads> {
  const world = new World()
  const login = new FakeLogin(['harbour'], redirectUris)
  const server = await startFakeServer({
    routes: { ...login.routes, ...routesOf(world, login) },
    nameOf: (method, path) => `${method} ${path.replace(/^\/v1\.0\/\d+(?=\/|$)/, '/v1.0/:id')}`,
    internalError: {
      error: { message: 'An unexpected error has occurred', type: 'OAuthException', code: 2 },
    },
  })
  return {
    url: server.url,
    calls: server.calls,
    inject: server.inject,
    close: server.close,
    login,
    token: login.issue('harbour'),
    posts: world.posts,
    processMedia: (ms) => {
      world.processMs = ms
    },
    failNext: (...faults) => {
      world.faults = [...faults]
    },
    expire: () => {
      for (const [id, container] of world.containers) world.containers.set(id, { ...container, createdAt: 0 })
    },
    restrict: () => {
      world.isRestricted = true
    },
    limit: (quota) => {
      world.quota = quota
    },
    host: (origin, address) => void world.hosts.set(origin, address),
    write: (text, replyTo) => world.add({ ...plain, text, replyTo: replyTo ?? null }),
  }
}

const plain: FakeContent = {
  type: 'TEXT',
  text: '',
  media: [],
  isItem: false,
  replyTo: null,
  replyControl: 'everyone',
  poll: [],
  link: null,
}

function routesOf(world: World, login: FakeLogin) {
  const guarded =
    (scope: string, answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>) => (call: FakeCall) => {
      login.mustHold(call, scope)
      return answer(call)
    }
  return {
    'GET /v1.0/me': guarded('threads_basic', ({ url }) => ok(pick(profile, url))),
    'GET /v1.0/debug_token': guarded('threads_basic', (call) => describeToken(login, call)),
    [creating]: guarded('threads_content_publish', (call) => createContainer(world, call)),
    [publishing]: guarded('threads_content_publish', (call) => publish(world, call)),
    'GET /v1.0/me/threads': guarded('threads_basic', (call) => list(world, call, false)),
    'GET /v1.0/me/replies': guarded('threads_read_replies', (call) => list(world, call, true)),
    'GET /v1.0/:id': guarded('threads_basic', (call) => show(world, call)),
    'GET /v1.0/me/threads_publishing_limit': guarded('threads_content_publish', (call) =>
      tellQuota(world, call),
    ),
    'DELETE /v1.0/:id': guarded('threads_delete', (call) => remove(world, call)),
    'GET /v1.0/:id/insights': guarded('threads_manage_insights', (call) => measure(world, call)),
  }
}

function describeToken(login: FakeLogin, { url }: FakeCall): FakeAnswer {
  const grant = login.grantOf(url.searchParams.get('input_token') ?? '')
  if (!login.isTester) throw refuse(10, 'The access token must belong to a tester of the app')
  if (!grant) throw invalid('Param input_token is not a token of this app')
  return ok({ data: { type: 'USER', is_valid: true, scopes: [...grant.scopes] } })
}

async function createContainer(world: World, call: FakeCall): Promise<FakeAnswer> {
  const { hosts, containers, posts } = world
  const content = await readContent(readForm(call), {
    hosts,
    isPost: (id) => posts.some((post) => post.id === id),
    item: (id) => {
      const container = containers.get(id)
      if (!container?.content.isItem || world.statusOf(container) !== 'FINISHED') throw notFound(id)
      return container.content
    },
  })
  const id = world.newId()
  const fault = world.faults.shift() ?? null
  const createdAt = Date.now()
  containers.set(id, { content, fault, createdAt, readyAt: createdAt + world.processMs, isPublished: false })
  return ok({ id })
}

function publish(world: World, call: FakeCall): FakeAnswer {
  if (world.isRestricted) throw refuse(-1, 'The user is restricted', 4279013)
  const id = readForm(call).get('creation_id') ?? ''
  const container = world.containers.get(id)
  // A container is published once, however often that is asked.
  if (!container || container.content.isItem || world.statusOf(container) !== 'FINISHED') throw notFound(id)
  container.isPublished = true
  return ok({ id: world.add(container.content).id })
}

function idOf({ url }: FakeCall): string {
  return url.pathname.split('/')[2] ?? ''
}

function show(world: World, call: FakeCall): FakeAnswer {
  const container = world.containers.get(idOf(call))
  if (container) {
    const status = world.statusOf(container)
    const failed = status === 'ERROR' ? { error_message: container.fault } : {}
    return ok(pick({ id: idOf(call), status, ...failed }, call.url))
  }
  return ok(pick(describePost(postOf(world, call)), call.url))
}

function postOf({ posts }: World, call: FakeCall): FakePost {
  const post = posts.find(({ id }) => id === idOf(call))
  if (post) return post
  throw refuse(100, `Object with ID '${idOf(call)}' does not exist, or cannot be loaded`, 33)
}

const shownTypes = { TEXT: 'TEXT_POST', IMAGE: 'IMAGE', VIDEO: 'VIDEO', CAROUSEL: 'CAROUSEL_ALBUM' }

function describePost({ id, text, type, createdAt, replyTo }: FakePost): JsonObject {
  return {
    id,
    text,
    media_type: shownTypes[type],
    permalink: `https://www.threads.com/@harbour/post/${id}`,
    timestamp: createdAt,
    ...(replyTo === null ? {} : { replied_to: { id: replyTo } }),
  }
}

/** The fields that were asked for. One that a thing does not have is left out; the id is always there. */
function pick(thing: JsonObject, url: URL): JsonObject {
  const fields = (url.searchParams.get('fields') ?? '').split(',')
  return Object.fromEntries(Object.entries(thing).filter(([name]) => name === 'id' || fields.includes(name)))
}

/** The posts and the answers of the last 24 hours, beside how many there may be. */
function tellQuota({ posts, quota }: World, { url }: FakeCall): FakeAnswer {
  const answers = posts.filter(({ replyTo }) => replyTo !== null).length
  const row = {
    quota_usage: posts.length - answers,
    config: { quota_total: quota.posts, quota_duration: 86_400 },
    reply_quota_usage: answers,
    reply_config: { quota_total: quota.replies, quota_duration: 86_400 },
  }
  const asked = (url.searchParams.get('fields') ?? '').split(',')
  return ok({ data: [Object.fromEntries(Object.entries(row).filter(([name]) => asked.includes(name)))] })
}

function list({ posts }: World, { url }: FakeCall, isReply: boolean): FakeAnswer {
  const limit = Number(url.searchParams.get('limit') ?? 25)
  const own = posts.filter(({ replyTo }) => (replyTo !== null) === isReply).toReversed()
  return ok({ data: own.slice(0, limit).map((post) => pick(describePost(post), url)) })
}

function remove(world: World, call: FakeCall): FakeAnswer {
  const post = postOf(world, call)
  world.posts.splice(world.posts.indexOf(post), 1)
  return ok({ success: true, deleted_id: post.id })
}

const figures = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares']

function measure(world: World, call: FakeCall): FakeAnswer {
  const { id } = postOf(world, call)
  const asked = (call.url.searchParams.get('metric') ?? '').split(',')
  if (!asked.every((name) => figures.includes(name))) throw invalid('Param metric is not valid')
  const data = asked.map((name) => ({
    name,
    period: 'lifetime',
    values: [{ value: 10 + figures.indexOf(name) }],
    id: `${id}/insights/${name}/lifetime`,
  }))
  return ok({ data })
}
