import { FakeOAuth } from '../../kit/fakes/fake-oauth.ts'
import {
  type FakeAnswer,
  type FakeCall,
  FakeRefusal,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import { scopes } from '../connect.ts'
import { append, finalize, initialize, showStatus, takeMetadata, takeWhole } from './fake-media.ts'
import { deletePost, listPosts, lookUp, makePost } from './fake-posts.ts'
import { alice, people, problem, type World } from './fake-state.ts'

/** The call that makes a post public, as faults and the journal of calls name it. */
export const publishing = 'POST /2/tweets'

/** X in memory, with two people. It refuses everything that the documentation says is refused. */
export interface FakeX extends FakeServer {
  readonly world: World
  readonly oauth: FakeOAuth
  /** The operator's app, as X registered it. */
  readonly app: { readonly client_id: string; readonly client_secret: string }
  /** An access token of Alice. */
  readonly token: string
}

export interface FakeXOptions {
  /** The addresses to which people may be sent back. */
  readonly redirectUris?: readonly string[]
  /** For how long equal words are refused; not at all unless given. */
  readonly remembersMs?: number
}

export async function startFakeX({ redirectUris = [], remembersMs = 0 }: FakeXOptions = {}): Promise<FakeX> {
  const world: World = {
    posts: [],
    media: new Map(),
    processMs: 0,
    broken: null,
    isSuspended: false,
    subscription: 'None',
    remembersMs,
    lastId: 0n,
  }
  const oauth = new FakeOAuth({
    people: people.map(({ username }) => username),
    scopes,
    sendsIssuer: false,
    expiresIn: 7_200,
  })
  const { id, secret } = oauth.register({ redirectUris })
  const server = await startFakeServer({
    routes: { ...signInRoutes(oauth), ...apiRoutes(world, oauth) },
    internalError: { title: 'Internal Server Error', type: 'about:blank', status: 500 },
  })
  oauth.issuer = server.url
  const token = oauth.issue(alice.username, scopes)
  return { ...server, world, oauth, app: { client_id: id, client_secret: secret }, token }
}

type Answer = (call: FakeCall, id: string) => FakeAnswer | Promise<FakeAnswer>

function apiRoutes(world: World, oauth: FakeOAuth): Record<string, Answer> {
  const guarded =
    (
      needed: readonly string[],
      answer: (call: FakeCall, author: string, id: string) => ReturnType<Answer>,
    ): Answer =>
    (call, id) =>
      answer(call, authorOf(oauth, call, needed), id)
  const [read, write, media] = [
    ['tweet.read', 'users.read'],
    ['tweet.read', 'tweet.write', 'users.read'],
    ['media.write'],
  ]
  return {
    'GET /2/users/me': guarded(read, (call, author) => showProfile(world, author, call)),
    'GET /2/users/:id/tweets': guarded(read, (call, author, id) => {
      if (author !== id)
        throw problem(403, 'not-authorized-for-resource', 'Authorization Error', 'Not yours.')
      return listPosts(world, author, call)
    }),
    [publishing]: guarded(write, (call, author) => makePost(world, author, call)),
    'GET /2/tweets': guarded(read, (call) => lookUp(world, call)),
    'DELETE /2/tweets/:id': guarded(write, (_, author, id) => deletePost(world, author, id)),
    'POST /2/media/upload': guarded(media, (call) => takeWhole(world, call)),
    'GET /2/media/upload': guarded(media, (call) => showStatus(world, call)),
    'POST /2/media/upload/initialize': guarded(media, (call) => initialize(world, call)),
    'POST /2/media/upload/:id/append': guarded(media, (call, _, id) => append(world, id, call)),
    'POST /2/media/upload/:id/finalize': guarded(media, (_call, _, id) => finalize(world, id)),
    'POST /2/media/metadata': guarded(media, (call) => takeMetadata(world, call)),
  }
}

/** The id of whoever a call acts for. */
function authorOf(oauth: FakeOAuth, { headers }: FakeCall, needed: readonly string[]): string {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  const owner = oauth.ownerOf(token)
  const person = people.find(({ username }) => username === owner?.person)
  if (!owner || !person) throw problem(401, 'about:blank', 'Unauthorized', 'Unauthorized')
  if (!needed.every((scope) => owner.scopes.includes(scope)))
    throw problem(403, 'about:blank', 'Forbidden', 'Forbidden')
  return person.id
}

function showProfile({ subscription }: World, author: string, { url }: FakeCall): FakeAnswer {
  const person = people.find(({ id }) => id === author) ?? alice
  const fields = (url.searchParams.get('user.fields') ?? '').split(',')
  const all = {
    profile_image_url: 'https://pbs.twimg.com/profile_images/1/face_normal.jpg',
    ...(subscription === null ? {} : { subscription_type: subscription }),
  }
  const asked = Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name)))
  return { status: 200, json: { data: { ...person, ...asked } } }
}

/** The standard's endpoints at the addresses of X, with what X does in its own way. */
function signInRoutes({ routes }: FakeOAuth): Record<string, Answer> {
  const route = (name: string) => (call: FakeCall) => {
    const answer = routes[name]
    if (!answer) throw new Error(`There is no ${name}.`)
    return answer(call)
  }
  const authorize = (name: string) => (call: FakeCall) => {
    const state = call.url.searchParams.get('state') ?? ''
    if (state === '' || state.length > 500) throw refusal(400, 'invalid_request', 'state: 1 to 500 letters')
    return route(name)(call)
  }
  return {
    'GET /i/oauth2/authorize': authorize('GET /oauth/authorize'),
    'POST /i/oauth2/authorize': authorize('POST /oauth/authorize'),
    'POST /2/oauth2/token': (call) => giveTokens(call, route('POST /oauth/token')),
    'POST /2/oauth2/revoke': (call) => {
      demandBasic(call)
      return route('POST /oauth/revoke')(call)
    },
  }
}

function demandBasic({ headers }: FakeCall): void {
  if (!headers.authorization?.startsWith('Basic '))
    throw refusal(401, 'unauthorized_client', 'Missing valid authorization header')
}

/** Only `offline.access` brings a refresh token, and one that is no good is an invalid request. */
function giveTokens(call: FakeCall, give: (call: FakeCall) => FakeAnswer): FakeAnswer {
  demandBasic(call)
  const isRefresh = new URLSearchParams(call.body.toString()).get('grant_type') === 'refresh_token'
  try {
    const { json, ...answer } = give(call)
    const fields = { ...(json as Record<string, string>) }
    if (!fields.scope?.split(' ').includes('offline.access')) delete fields.refresh_token
    return { ...answer, json: fields }
  } catch (error) {
    if (!(error instanceof FakeRefusal) || error.message !== 'invalid_grant') throw error
    const what = isRefresh ? 'token' : 'authorization code'
    throw refusal(400, 'invalid_request', `Value passed for the ${what} was invalid.`)
  }
}

function refusal(status: number, error: string, description: string): FakeRefusal {
  return new FakeRefusal(error, { status, json: { error, error_description: description } })
}
