import { randomUUID } from 'node:crypto'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import {
  type FakeAnswer,
  type FakeCall,
  FakeRefusal,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import {
  changeComment,
  createComment,
  createPost,
  deletePost,
  editPost,
  getComment,
  getPost,
  listComments,
  listPosts,
} from './fake-posts.ts'
import {
  callerOf,
  createWorld,
  type FakeWorld,
  isNew,
  languages,
  missing,
  mustBeIn,
  readBody,
  refuse,
  showCommunity,
  showPerson,
  tokenFor,
} from './fake-world.ts'

/** The calls that make a post and a comment public, as faults and the journal of calls name them. */
export const publishing = 'POST /api/v3/post'
export const commenting = 'POST /api/v3/comment'
export const uploading = 'POST /pictrs/image'

/** A server in memory that refuses what the source of Lemmy refuses, with the calls of its release. */
export interface FakeLemmy extends FakeServer {
  readonly world: FakeWorld
}

type Route = (world: FakeWorld, call: FakeCall) => Json | Promise<Json>

const shared: Readonly<Record<string, Route>> = {
  'GET /api/v3/site': getSite,
  'POST /api/v3/user/login': login,
  'POST /api/v3/user/logout': logout,
  'GET /api/v3/community': getCommunity,
  'GET /api/v3/search': search,
  [publishing]: createPost,
  'PUT /api/v3/post': editPost,
  'POST /api/v3/post/delete': deletePost,
  'GET /api/v3/post': getPost,
  'GET /api/v3/post/list': (world, call) => listPosts(world, call, callerOf(world, call)?.id ?? null),
  [commenting]: createComment,
  'PUT /api/v3/comment': changeComment,
  'POST /api/v3/comment/delete': changeComment,
  'GET /api/v3/comment/list': listComments,
}

/** Source: api_routes_v3.rs of 0.19, and crates/api/routes_v3 of 1.0, whose own version of the API has the rest. */
const ofRelease = (world: FakeWorld): Readonly<Record<string, Route>> =>
  isNew(world)
    ? { 'GET /api/v4/comment': getComment, 'GET /api/v4/account': getAccount }
    : { 'GET /api/v3/comment': getComment }

export async function startFakeLemmy(version = '0.19.11'): Promise<FakeLemmy> {
  const world = createWorld(version)
  const routes = Object.entries({ ...shared, ...ofRelease(world) }).map(([name, route]) => [
    name,
    async (call: FakeCall): Promise<FakeAnswer> => ({ status: 200, json: await route(world, call) }),
  ])
  const upload = (call: FakeCall) => takePicture(world, call)
  const server = await startFakeServer({
    routes: { ...Object.fromEntries(routes), [isNew(world) ? 'POST /api/v4/image' : uploading]: upload },
    internalError: { error: 'unknown', message: 'Internal server error' },
  })
  return { url: server.url, calls: server.calls, inject: server.inject, close: server.close, world }
}

/**
 * GET /site. A caller with a bad token is a stranger here. Lemmy 1.0 has other limits, which this version cannot say, and tells of no
 * community that one follows. Source: convert_my_user and dummy_local_site_rate_limit in crates/api/routes_v3.
 */
function getSite(world: FakeWorld, call: FakeCall): JsonObject {
  const caller = callerOf(world, call)
  const follows = isNew(world) ? [] : followedIn(world)
  const rate = isNew(world)
    ? { post: 0, post_per_second: 0, comment: 0, comment_per_second: 0 }
    : { post: 6, post_per_second: 600, comment: 6, comment_per_second: 600 }
  return {
    site_view: {
      site: { id: 1, name: 'Sea', actor_id: 'https://sea.example/' },
      local_site: { site_setup: true, private_instance: false },
      local_site_rate_limit: { local_site_id: 1, ...rate },
    },
    version: world.version,
    all_languages: languages,
    discussion_languages: [],
    ...(caller
      ? {
          my_user: {
            local_user_view: { local_user: { show_nsfw: false }, person: showPerson(caller) },
            follows: follows.map((community) => ({ community: showCommunity(community) })),
          },
        }
      : {}),
  }
}

const followedIn = ({ communities }: FakeWorld) => communities.filter(({ id }) => id <= 6)

/** GET /api/v4/account. Source: get_my_user in crates/api/api_crud. */
function getAccount(world: FakeWorld, call: FakeCall): JsonObject {
  const caller = mustBeIn(world, call)
  const follows = followedIn(world).map((community) => {
    const { actor_id, ...shown } = showCommunity(community)
    return { community: { ...shown, ap_id: actor_id ?? '' } }
  })
  return { local_user_view: { local_user: { show_nsfw: false }, person: showPerson(caller) }, follows }
}

/** POST /user/login. The code is asked for last. Source: crates/api/src/local_user/login.rs. */
function login(world: FakeWorld, call: FakeCall): JsonObject {
  const members = {
    username_or_email: 'string',
    password: 'string',
    totp_2fa_token: 'string',
    stay_logged_in: 'boolean',
  } as const
  const fields = readBody(call, members, ['username_or_email', 'password'])
  const name = fields.username_or_email
  const person = world.people.find((each) => each.name === name || each.email === name)
  if (!person || person.password !== fields.password) throw refuse('incorrect_login')
  if (person.isBanned) throw refuse('site_ban')
  if (!person.isConfirmed) throw refuse('email_not_verified')
  if (person.totp !== null && fields.totp_2fa_token === undefined) throw refuse('missing_totp_token')
  if (person.totp !== null && fields.totp_2fa_token !== person.totp) throw refuse('incorrect_totp_token')
  // Lemmy 1.0 ends other sign-ins after a week.
  if (isNew(world) && fields.stay_logged_in !== true) throw new Error('The sign-in would end.')
  return { jwt: tokenFor(world, person.id), registration_created: false, verify_email_sent: false }
}

function logout(world: FakeWorld, call: FakeCall): JsonObject {
  mustBeIn(world, call)
  world.sessions.delete(call.headers.authorization?.replace(/^Bearer /, '') ?? '')
  return { success: true }
}

function getCommunity(world: FakeWorld, call: FakeCall): JsonObject {
  const [name, host = null] = (call.url.searchParams.get('name') ?? '').split('@')
  const found = world.communities.find((each) => each.name === name && each.host === host)
  if (!found) throw missing(world, 'couldnt_find_community')
  const caller = callerOf(world, call)
  return {
    community_view: {
      community: showCommunity(found),
      subscribed: 'NotSubscribed',
      blocked: false,
      banned_from_community: caller !== null && found.banned.has(caller.id),
    },
    moderators: [],
    discussion_languages: found.languages,
  }
}

function search(world: FakeWorld, { url }: FakeCall): JsonObject {
  const query = (url.searchParams.get('q') ?? '').toLowerCase()
  const found = world.communities.filter(({ name, isRemoved }) => name.includes(query) && !isRemoved)
  return {
    type_: 'Communities',
    comments: [],
    posts: [],
    users: [],
    communities: found.map((community) => ({ community: showCommunity(community) })),
  }
}

/** Files are known by how they begin. */
const kinds: readonly { readonly ending: string; readonly begins: RegExp }[] = [
  { ending: 'jpeg', begins: /^\xff\xd8\xff/ },
  { ending: 'png', begins: /^\x89PNG/ },
  { ending: 'gif', begins: /^GIF8/ },
  { ending: 'webp', begins: /^RIFF.{4}WEBP/s },
  { ending: 'avif', begins: /^.{4}ftypavif/s },
]

async function takePicture(world: FakeWorld, call: FakeCall): Promise<FakeAnswer> {
  // The proxy before the server looks at the length alone.
  if (call.body.length > 20 * 1_048_576)
    throw new FakeRefusal('Too large', {
      status: 413,
      json: null,
      bytes: { bytes: Buffer.from('<h1>413</h1>'), mimeType: 'text/html' },
    })
  mustBeIn(world, call)
  const type = call.headers['content-type'] ?? ''
  const form = type.startsWith('multipart/form-data')
    ? await new Response(new Uint8Array(call.body), { headers: { 'content-type': type } }).formData()
    : new FormData()
  const file = form.get('images[]')
  if (!(file instanceof File)) throw refusePicture('No files provided for upload')
  const bytes = Buffer.from(await file.arrayBuffer())
  const kind = kinds.find(({ begins }) => begins.test(bytes.subarray(0, 16).toString('latin1')))
  if (!kind) throw refusePicture('Unsupported file type')
  const name = `${randomUUID()}.${kind.ending}`
  world.pictures.set(name, bytes)
  if (isNew(world))
    return { status: 200, json: { image_url: `https://sea.example/api/v4/image/${name}`, filename: name } }
  const details = { width: 1, height: 1, content_type: `image/${kind.ending}` }
  return { status: 201, json: { msg: 'ok', files: [{ file: name, delete_token: randomUUID(), details }] } }
}

function refusePicture(msg: string): FakeRefusal {
  return new FakeRefusal(msg, { status: 400, json: { msg, files: null } })
}
