import { asObject, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import {
  createFakeFacebook,
  type FakeFacebook,
  graphRefusal,
  tokenEnded,
  tokenOfCall,
} from '../../kit/fakes/fake-facebook-login.ts'
import type { FakeOAuth } from '../../kit/fakes/fake-oauth.ts'
import {
  type FakeAnswer,
  type FakeCall,
  type FakeServer,
  type Fault,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import { createInstagramSignIn } from './fake-sign-in.ts'
import { createContainer, type FakeWorld, newId, publishContainer, statusOf } from './fake-world.ts'

const version = 'v25.0'
/** The calls that make something public, as faults and the journal of calls name them; `account` and posts by their ids. */
export const publishingOf = (account: string) => `POST /${version}/${account}/media_publish`
export const redirectUri = 'https://crier.example.org/oauth/callback/instagram'
const usualRedirectUris = [redirectUri, 'https://crier.example.org/oauth/callback/some']

/** The only professional account of the person who signs in. */
export const harbour = {
  id: '17841400000000001',
  username: 'harbour',
  name: 'Harbour',
  profile_picture_url: 'https://scontent.example/harbour.jpg',
}

export interface FakeInstagram {
  /** The host of Facebook's login and its Graph API, and that of Instagram's own. */
  readonly facebook: FakeServer
  readonly instagram: FakeServer
  readonly login: FakeFacebook
  readonly oauth: FakeOAuth
  readonly client: { readonly id: string; readonly secret: string }
  readonly world: FakeWorld
  /** Makes every token of Instagram's login look so much older. */
  age(ms: number): void
  /** Makes a fault happen at whichever host the call comes to. */
  inject(name: string, fault: Fault): void
  close(): Promise<void>
}

/** @param addressOf the address at which this machine stands for one of ours, from which media are fetched */
export async function startFakeInstagram(
  options: { readonly addressOf?: (url: string) => string; readonly redirectUris?: readonly string[] } = {},
): Promise<FakeInstagram> {
  const { addressOf = (url) => url, redirectUris = usualRedirectUris } = options
  const world: FakeWorld = {
    containers: new Map(),
    posts: [],
    comments: [],
    processMs: 0,
    isBlocked: false,
    quota: 100,
    addressOf,
  }
  const login = createFakeFacebook({ version, scopes: facebookScopes, redirectUris, pages })
  const signIn = createInstagramSignIn(redirectUris)
  const internalError = {
    error: { message: 'An unexpected error', type: 'OAuthException', code: 2, is_transient: true },
  }
  const facebook = await startFakeServer({
    routes: {
      ...login.routes,
      [`GET /${version}/me/businesses`]: () => ({ status: 200, json: { data: [] } }),
      [`DELETE /${version}/:id`]: (call, id) => deletePost(world, ownerByPage(login, call), id),
      ...publishingRoutes(world, (call) => ownerByPage(login, call)),
    },
    internalError,
  })
  const instagram = await startFakeServer({
    routes: { ...signIn.routes(version, harbour), ...publishingRoutes(world, signIn.ownerOf) },
    internalError,
  })
  return {
    facebook,
    instagram,
    login,
    oauth: signIn.oauth,
    client: signIn.client,
    world,
    age: signIn.age,
    inject: (name, fault) => {
      facebook.inject(name, fault)
      instagram.inject(name, fault)
    },
    close: async () => {
      await facebook.close()
      await instagram.close()
    },
  }
}

const facebookScopes = [
  'instagram_basic',
  'instagram_content_publish',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
  'instagram_manage_comments',
  'instagram_manage_insights',
  'instagram_manage_contents',
]

const other = { id: '17841400000000002', username: 'lighthouse', name: 'Lighthouse' }
const pages = {
  alice: [
    { id: '101', name: 'Harbour', instagram_business_account: harbour },
    { id: '102', name: 'Lighthouse', instagram_business_account: other },
    { id: '103', name: 'A Page alone' },
  ],
}
const accountOfPage: Readonly<Record<string, string>> = { '101': harbour.id, '102': other.id }

function ownerByPage(login: FakeFacebook, call: FakeCall): string {
  const owner = accountOfPage[login.pageOf(tokenOfCall(call)) ?? '']
  if (owner === undefined) throw tokenEnded()
  return owner
}

type Route = (call: FakeCall, id: string) => FakeAnswer | Promise<FakeAnswer>

/** The calls that are the same at both hosts. `ownerOf` tells whose token it is. */
function publishingRoutes(world: FakeWorld, ownerOf: (call: FakeCall) => string): Record<string, Route> {
  const own =
    (answer: (call: FakeCall) => Promise<JsonObject> | JsonObject): Route =>
    async (call, id) => {
      if (ownerOf(call) !== id) throw unseen(id)
      return { status: 200, json: await answer(call) }
    }
  return {
    [`POST /${version}/:id/media`]: async (call, id) => {
      if (ownerOf(call) !== id) throw unseen(id)
      return { status: 200, json: { id: (await createContainer(world, id, readBody(call))).id } }
    },
    [`POST /${version}/:id/media_publish`]: (call, id) => {
      if (ownerOf(call) !== id) throw unseen(id)
      return { status: 200, json: { id: publishContainer(world, id, readBody(call)).id } }
    },
    [`GET /${version}/:id/content_publishing_limit`]: own(() => ({
      data: [
        { config: { quota_total: world.quota, quota_duration: 86_400 }, quota_usage: world.posts.length },
      ],
    })),
    [`GET /${version}/:id/media`]: own((call) => listPosts(world, call, false)),
    [`GET /${version}/:id/stories`]: own((call) => listPosts(world, call, true)),
    [`GET /${version}/:id/comments`]: (call, id) => {
      ownerOf(call)
      const data = world.comments
        .filter(({ postId }) => postId === id)
        .map(({ id: commentId, text, username, createdAt }) => {
          return { id: commentId, text, username, timestamp: timeOf(createdAt) }
        })
      return { status: 200, json: { data: data.toReversed() } }
    },
    [`POST /${version}/:id/comments`]: (call, id) => comment(world, ownerOf(call), call, id),
    [`GET /${version}/:id/insights`]: (call, id) => measure(world, ownerOf(call), call, id),
    [`GET /${version}/:id`]: (call, id) => ({ status: 200, json: show(world, ownerOf(call), id) }),
  }
}

function unseen(id: string) {
  const message = `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions`
  return graphRefusal(400, { message, code: 100, error_subcode: 33 })
}

function readBody({ headers, body }: FakeCall): JsonObject {
  if (headers['content-type'] !== 'application/json')
    throw graphRefusal(400, { message: 'Send JSON', code: 100 })
  const parsed: Json = JSON.parse(body.toString())
  return asObject(parsed) ?? {}
}

/** Times of the Graph API have whole seconds. */
function timeOf(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, '+0000')
}

function listPosts({ posts }: FakeWorld, { url }: FakeCall, areStories: boolean): JsonObject {
  const limit = Number(url.searchParams.get('limit') ?? 25)
  const shown = posts.filter(({ container }) => (container.fields.media_type === 'STORIES') === areStories)
  const data = shown.toReversed().slice(0, limit)
  return {
    data: data.map(({ id, permalink, container, createdAt }) => {
      const caption = textOf(container.fields.caption)
      return { id, permalink, timestamp: timeOf(createdAt), ...(caption === null ? {} : { caption }) }
    }),
  }
}

function show(world: FakeWorld, owner: string, id: string): JsonObject {
  if (id === owner) return id === harbour.id ? harbour : other
  const container = world.containers.get(id)
  if (container?.owner === owner) {
    const status = statusOf(container)
    return { id, status_code: status, status: container.error ?? `${status}: as it should be` }
  }
  const post = world.posts.find((one) => one.id === id && one.owner === owner)
  if (!post) throw unseen(id)
  return { id, permalink: post.permalink, timestamp: timeOf(post.createdAt) }
}

function comment(world: FakeWorld, owner: string, call: FakeCall, postId: string): FakeAnswer {
  const { message } = readBody(call)
  const post = world.posts.find((one) => one.id === postId && one.owner === owner)
  if (!post || post.container.fields.media_type === 'STORIES') throw unseen(postId)
  const text = textOf(message)
  if (text === null) throw graphRefusal(400, { message: '(#100) message is required', code: 100 })
  if (world.isBlocked) throw graphRefusal(400, { message: 'Blocked', code: 368 })
  const id = newId()
  world.comments.push({ id, postId, text, username: harbour.username, createdAt: new Date() })
  return { status: 200, json: { id } }
}

const figures: Readonly<Record<string, number>> = {
  views: 120,
  reach: 80,
  likes: 12,
  comments: 3,
  saved: 2,
  shares: 1,
}

function measure(world: FakeWorld, owner: string, { url }: FakeCall, id: string): FakeAnswer {
  const post = world.posts.find((one) => one.id === id && one.owner === owner)
  if (!post) throw unseen(id)
  const isStory = post.container.fields.media_type === 'STORIES'
  const known = isStory ? ['views', 'reach', 'shares', 'replies'] : Object.keys(figures)
  const asked = (url.searchParams.get('metric') ?? '').split(',')
  const strange = asked.find((metric) => !known.includes(metric))
  if (strange !== undefined)
    throw graphRefusal(400, { message: `(#100) The metric ${strange} is not supported`, code: 100 })
  const data = asked.map((name) => ({ name, period: 'lifetime', values: [{ value: figures[name] ?? 0 }] }))
  return { status: 200, json: { data } }
}

function deletePost(world: FakeWorld, owner: string, id: string): FakeAnswer {
  const place = world.posts.findIndex((one) => one.id === id && one.owner === owner)
  if (place < 0) throw unseen(id)
  world.posts.splice(place, 1)
  return { status: 200, json: { success: true } }
}
