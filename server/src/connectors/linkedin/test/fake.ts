import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import { FakeOAuth } from '../../kit/fakes/fake-oauth.ts'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import {
  type FakeAnswer,
  type FakeCall,
  FakeRefusal,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import { showMemberFigure, showPageFigures } from './fake-figures.ts'
import { changeUpload, showAsset, takeBytes } from './fake-media.ts'
import {
  deleteComment,
  deletePost,
  listComments,
  listPosts,
  makeComment,
  makePost,
  patchPost,
} from './fake-posts.ts'
import {
  ada,
  bob,
  type FakePerson,
  type FakePost,
  pageNames,
  refuse,
  requireScope,
  type World,
} from './fake-world.ts'

/** The call that makes a post public, as faults and the journal of calls name it. */
export const publishing = 'POST /rest/posts'

/** LinkedIn's website and API, which refuse everything that the documentation says they refuse. */
export interface FakeLinkedin extends FakeServer {
  readonly app: { readonly client_id: string; readonly client_secret: string; readonly scopes: string }
  /** Everything public, comments among it, oldest first. */
  readonly posts: readonly FakePost[]
  /** A token of the first person for all scopes of the app, without the way to it. */
  issue(scopes?: string): string
  /** Ends all access, as when a person removes the app. */
  revoke(): void
  /** The time in which media that are uploaded from now on are processed. */
  processMedia(ms: number): void
}

export interface FakeOptions {
  /** The scopes that the products of the app have. */
  readonly scopes?: string
  /** Whether the app may refresh access, as approved ones may. */
  readonly isApproved?: boolean
  /**
   * Whether a post with the words of another is refused. The real one does it for a time that is not documented; tests that
   * post the same words twice leave it out.
   */
  readonly noticesRepeats?: boolean
  readonly partBytes?: number
  readonly callbacks?: readonly string[]
}

export const memberScopes = 'openid profile w_member_social'
export const allScopes =
  'r_basicprofile w_member_social w_organization_social r_organization_social rw_organization_admin r_organization_social_feed w_organization_social_feed r_member_postAnalytics'

const versions = /^2026(0[1-9]|10)$/
const tokenLife = 5_184_000

export async function startFakeLinkedin(options: FakeOptions = {}): Promise<FakeLinkedin> {
  const {
    scopes = memberScopes,
    isApproved = false,
    callbacks = ['https://crier.example.org/oauth/callback/some'],
  } = options
  const people = [ada, bob]
  const oauth = new FakeOAuth({
    people: people.map(({ name }) => name),
    scopes: scopes.split(' '),
    pkce: 'ignored',
    sendsIssuer: false,
  })
  const client = oauth.register({ redirectUris: callbacks })
  const world: World = {
    posts: [],
    assets: new Map(),
    people,
    processMs: 0,
    partBytes: options.partBytes ?? 4_194_304,
    noticesRepeats: options.noticesRepeats ?? true,
    access: (call) => accessOf(oauth, people, call),
  }
  const server = await startFakeServer({
    routes: { ...signInRoutes(oauth, isApproved), ...profileRoutes(world), ...apiRoutes(world) },
    internalError: { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Internal Server Error' },
  })
  return {
    ...server,
    app: { client_id: client.id, client_secret: client.secret, scopes },
    posts: world.posts,
    issue: (wanted = scopes) => oauth.issue(ada.name, wanted.split(' ')),
    revoke: () => oauth.endAll(),
    processMedia: (ms) => {
      world.processMs = ms
    },
  }
}

type Answers = Record<string, (call: FakeCall, id: string) => FakeAnswer>

/** The code flow, whose refresh tokens do not rotate. */
function signInRoutes(oauth: FakeOAuth, isApproved: boolean): Answers {
  const refreshTokens = new Map<string, { person: string; scopes: readonly string[] }>()
  const route = (name: string, call: FakeCall): FakeAnswer => {
    const answer = oauth.routes[name]
    if (!answer) throw new Error(`There is no ${name}.`)
    return answer(call)
  }
  const tokens = (owner: { person: string; scopes: readonly string[] }, accessToken: string): FakeAnswer => {
    const refresh = randomBytes(24).toString('base64url')
    fakeSecrets.note(refresh)
    refreshTokens.set(refresh, owner)
    const more = isApproved ? { refresh_token: refresh, refresh_token_expires_in: 31_536_000 } : {}
    const scope = owner.scopes.join(',')
    return { status: 200, json: { access_token: accessToken, expires_in: tokenLife, scope, ...more } }
  }
  return {
    'GET /oauth/v2/authorization': (call) => route('GET /oauth/authorize', call),
    'POST /oauth/v2/authorization': (call) => {
      const answer = route('POST /oauth/authorize', call)
      const location = answer.headers?.location?.replace(
        'error=access_denied',
        'error=user_cancelled_authorize',
      )
      return location === undefined ? answer : { ...answer, headers: { location } }
    },
    'POST /oauth/v2/accessToken': (call) => {
      const form = new URLSearchParams(call.body.toString())
      if (form.get('grant_type') !== 'refresh_token') {
        const { access_token: given = '' } = route('POST /oauth/token', call).json as JsonObject
        const owner = oauth.ownerOf(String(given))
        if (!owner) throw new Error('A token without an owner was given.')
        return tokens(owner, String(given))
      }
      const client = oauth.clients.get(form.get('client_id') ?? '')
      if (!client || client.secret !== form.get('client_secret')) throw oauthError(401, 'invalid_client')
      const owner = refreshTokens.get(form.get('refresh_token') ?? '')
      if (!owner) throw oauthError(400, 'invalid_grant')
      return tokens(owner, oauth.issue(owner.person, owner.scopes))
    },
  }
}

function oauthError(status: number, error: string): FakeRefusal {
  return new FakeRefusal(error, { status, json: { error, error_description: 'It is not good' } })
}

function accessOf(
  oauth: FakeOAuth,
  people: readonly FakePerson[],
  { headers, url }: FakeCall,
): { person: FakePerson; scopes: readonly string[] } {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) throw refuse(401, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token', 65_604)
  const owner = oauth.ownerOf(token)
  const person = people.find(({ name }) => name === owner?.person)
  if (!owner || !person) throw refuse(401, 'REVOKED_ACCESS_TOKEN', 'The token has been revoked', 65_601)
  if (url.pathname.startsWith('/rest/')) {
    const version = headers['linkedin-version']
    if (version === undefined) throw refuse(400, 'VERSION_MISSING', 'A version must be present')
    if (!versions.test(String(version)))
      throw refuse(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`)
    if (headers['x-restli-protocol-version'] !== '2.0.0') throw refuse(400, 'ILLEGAL_ARGUMENT', 'Protocol')
  }
  return { person, scopes: owner.scopes }
}

function profileRoutes(world: World): Answers {
  return {
    'GET /v2/userinfo': (call) => {
      requireScope(world, call, 'openid')
      const { id: sub, name } = world.access(call).person
      return { status: 200, json: { sub, name, picture: 'https://media.licdn.com/ada.jpg', locale: 'en_US' } }
    },
    'GET /rest/me': (call) => {
      requireScope(world, call, 'r_basicprofile')
      const { id, name } = world.access(call).person
      const [localizedFirstName = '', localizedLastName = ''] = name.split(' ')
      return { status: 200, json: { id, localizedFirstName, localizedLastName, vanityName: `${id}-h` } }
    },
    'GET /rest/organizationAcls': (call) => {
      requireScope(world, call, 'rw_organization_admin', 'r_organization_admin')
      if (call.url.searchParams.get('q') !== 'roleAssignee')
        throw refuse(400, 'ILLEGAL_ARGUMENT', 'No finder')
      const { id, pages } = world.access(call).person
      const roleAssignee = `urn:li:person:${id}`
      const elements = pages.map(({ id: page, role }) => {
        return { organization: `urn:li:organization:${page}`, role, roleAssignee, state: 'APPROVED' }
      })
      return { status: 200, json: { elements, paging: {} } }
    },
    'GET /rest/organizations/:id': (call, id) => {
      requireScope(world, call, 'rw_organization_admin', 'r_organization_admin')
      const page = pageNames[id]
      if (!page) throw refuse(404, 'NOT_FOUND', 'There is no such page')
      return { status: 200, json: { id: Number(id), ...page } }
    },
  }
}

function apiRoutes(world: World): Answers {
  return {
    [publishing]: (call) => makePost(world, call),
    'GET /rest/posts': (call) => listPosts(world, call),
    'POST /rest/posts/:id': (call, id) => patchPost(world, call, id),
    'DELETE /rest/posts/:id': (call, id) => deletePost(world, call, id),
    'POST /rest/images': (call) => changeUpload(world, 'image', call),
    'POST /rest/documents': (call) => changeUpload(world, 'document', call),
    'POST /rest/videos': (call) => changeUpload(world, 'video', call),
    'PUT /dms-uploads/:id': (call, id) => takeBytes(world, call, id),
    'GET /rest/images/:id': (call, id) => showAsset(world, call, id),
    'GET /rest/documents/:id': (call, id) => showAsset(world, call, id),
    'GET /rest/videos/:id': (call, id) => showAsset(world, call, id),
    'POST /rest/socialActions/:id/comments': (call, id) => makeComment(world, call, id),
    'GET /rest/socialActions/:id/comments': (call, id) => listComments(world, call, id),
    'GET /rest/organizationalEntityShareStatistics': (call) => showPageFigures(world, call),
    'GET /rest/memberCreatorPostAnalytics': (call) => showMemberFigure(world, call),
    '*': (call) => deleteComment(world, call),
  }
}
