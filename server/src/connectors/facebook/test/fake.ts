import { asObject, type JsonObject } from '../../../lib/json/json.ts'
import {
  createFakeFacebook,
  type FakeFacebook,
  fakeUserId,
  graphRefusal,
} from '../../kit/fakes/fake-facebook-login.ts'
import {
  type FakeAnswer,
  type FakeCall,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import { readAppScopes } from '../app.ts'
import { editPost, postRoutes } from './fake-posts.ts'
import { showVideo, videoRoutes } from './fake-videos.ts'
import { type Answer, type FakeWorld, guarded, missing, ok, requireFields, version } from './fake-world.ts'

/** The Page on which tests publish, and the name of the call that makes a post of the feed. */
const pageId = '101'
export const publishing = `POST /${version}/${pageId}/feed`

export const redirectUri = 'https://crier.example.org/oauth/callback/some'
export const scopes = readAppScopes({})

/** Facebook with a person who has three Pages. It refuses everything that Meta’s documentation says is refused. */
export interface FakeFacebookPages extends FakeServer {
  readonly facebook: FakeFacebook
  readonly world: FakeWorld
  /** A token of a system user, who may see the first Page. */
  readonly systemToken: string
  /** Ends all access. */
  revoke(): void
}

const pages = [
  {
    id: pageId,
    name: 'Harbour',
    username: 'harbour',
    tasks: ['CREATE_CONTENT', 'ANALYZE'],
    picture: { data: { url: 'https://scontent.example/harbour.jpg' } },
  },
  { id: '102', name: 'Only read', tasks: ['ANALYZE'] },
  { id: '103', name: 'Lighthouse', tasks: ['MANAGE'] },
]

/** Alice, as the app knows her. */
export const userId = fakeUserId('alice', ['alice'])

const dataAccessEndsAt = Math.floor(Date.now() / 1_000) + 90 * 86_400

/** @param redirectUris where the app may send people back to, beside the address of the promises */
export async function startFakeFacebookPages(
  redirectUris: readonly string[] = [],
): Promise<FakeFacebookPages> {
  const facebook = createFakeFacebook({
    version,
    scopes,
    redirectUris: [redirectUri, ...redirectUris],
    pages: { alice: pages, bob: [] },
  })
  const systemToken = facebook.oauth.issue('alice', scopes)
  const world = createWorld(facebook, systemToken)
  const server = await startFakeServer({
    routes: {
      ...facebook.routes,
      ...postRoutes(world),
      ...videoRoutes(world),
      ...readingRoutes(world, facebook),
    },
    internalError: { error: { message: 'An unknown error occurred', type: 'OAuthException', code: 1 } },
  })
  return { ...server, facebook, world, systemToken, revoke: () => facebook.oauth.endAll() }
}

function createWorld(facebook: FakeFacebook, systemToken: string): FakeWorld {
  let last = 10_000_000_000_000_000n
  return {
    pageId,
    appId: facebook.client.id,
    pageOf: (token) =>
      token === systemToken && facebook.oauth.ownerOf(token) ? pageId : facebook.pageOf(token),
    granted: scopes,
    isBlocked: false,
    processMs: 0,
    refusesVideos: false,
    photos: new Map(),
    videos: new Map(),
    posts: [],
    nextId: () => String(++last),
  }
}

function readingRoutes(world: FakeWorld, facebook: FakeFacebook): Record<string, Answer> {
  return {
    [`GET /${version}/me/businesses`]: () => ok({ data: [] }),
    [`GET /${version}/debug_token`]: (call) => inspect(world, facebook, call),
    [`GET /${version}/:id`]: guarded(world, 'pages_read_engagement', (call, id) => read(world, call, id)),
    [`POST /${version}/:id`]: guarded(world, 'pages_read_engagement', (call, id) =>
      editPost(world, call, id),
    ),
    [`DELETE /${version}/:id`]: guarded(world, 'pages_manage_posts', (_call, id) => remove(world, id)),
  }
}

function inspect(
  world: FakeWorld,
  { client, oauth, pageOf }: FakeFacebook,
  { url, headers }: FakeCall,
): FakeAnswer {
  if (headers.authorization !== `Bearer ${client.id}|${client.secret}`)
    throw graphRefusal(400, { message: 'Invalid OAuth access token signature.', code: 190 })
  const token = url.searchParams.get('input_token') ?? ''
  const isValid = oauth.ownerOf(token) !== null || pageOf(token) !== null
  if (!isValid) return ok({ data: { is_valid: false, scopes: [], error: { code: 190, message: 'Ended' } } })
  return ok({
    data: {
      app_id: client.id,
      user_id: userId,
      is_valid: true,
      scopes: [...world.granted],
      expires_at: 0,
      data_access_expires_at: dataAccessEndsAt,
    },
  })
}

function read(world: FakeWorld, call: FakeCall, id: string): FakeAnswer {
  if (id === world.pageId) {
    requireFields(call, ['id', 'name', 'username', 'access_token', 'picture'])
    const token = call.url.searchParams.get('fields')?.includes('access_token')
    const bearer = call.headers.authorization?.slice('Bearer '.length) ?? ''
    return ok({ ...asObject(pages[0]), ...(token ? { access_token: bearer } : {}) })
  }
  const video = world.videos.get(id)
  if (video) {
    requireFields(call, ['id', 'status', 'published', 'post_id', 'permalink_url', ...counts])
    return ok({ ...showVideo(world, video), ...shownCounts })
  }
  if (!isThere(world, id)) throw missing(id)
  requireFields(call, ['id', ...counts])
  return ok({ id, ...shownCounts })
}

function isThere({ posts, videos }: FakeWorld, id: string): boolean {
  return posts.some((post) => post.id === id) || [...videos.values()].some(({ postId }) => postId === id)
}

const counts = ['shares', 'reactions', 'comments']
const shownCounts: JsonObject = {
  shares: { count: 3 },
  reactions: { data: [], summary: { total_count: 12 } },
  comments: { data: [], summary: { total_count: 4 } },
}

function remove(world: FakeWorld, id: string): FakeAnswer {
  const place = world.posts.findIndex((post) => post.id === id)
  if (world.posts[place]?.kind === 'story') throw missing(id)
  if (place >= 0) world.posts.splice(place, 1)
  else if (!world.videos.delete(id)) throw missing(id)
  return ok({ success: true })
}
