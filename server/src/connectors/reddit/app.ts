import { Type } from 'typebox'
import type { ConnectIo } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'
import {
  type CodeFlow,
  clientWith,
  type OAuthServer,
  oauthDialect,
  plainOAuth,
} from '../kit/oauth/oauth-server.ts'
import { website } from './names.ts'

/**
 * The permissions that people are asked for: to know them, to post, to read communities, their own posts, their communities and
 * flairs, and to edit and delete. A person gives all of them or none. Source: www.reddit.com/api/v1/scopes.
 */
export const neededScopes = ['identity', 'submit', 'read', 'history', 'mysubreddits', 'flair', 'edit']

/** The operator's app. README.md says how to get one. */
export const app = Type.Object(
  {
    client_id: Type.String({
      title: 'Client id',
      description: 'It stands below the name of the app.',
      minLength: 1,
      maxLength: 100,
      pattern: '^[A-Za-z0-9_-]{2,64}$',
    }),
    client_secret: Type.String({ title: 'Client secret', format: 'password', minLength: 1, maxLength: 200 }),
    owner: Type.String({
      title: 'Owner of the app',
      description: 'The name of the person who registered the app, without u/. Every request must name them.',
      pattern: '^[A-Za-z0-9_-]{2,64}$',
    }),
  },
  { additionalProperties: false },
)

const settings = stored(
  Type.Object({ clientId: text, clientSecret: text, owner: text }),
  'The app of this server is incomplete.',
)

/** Source: github.com/reddit-archive/reddit/wiki/OAuth2. Errors are those of the standard; there is no PKCE. */
const server: OAuthServer = {
  ...plainOAuth,
  dialect: oauthDialect('Reddit'),
  authorizeUrl: `${website}/api/v1/authorize`,
  tokenUrl: `${website}/api/v1/access_token`,
  revokeUrl: `${website}/api/v1/revoke_token`,
  usesPkce: false,
  // Without it the access ends after an hour and cannot be renewed.
  authorizeWith: { duration: 'permanent' },
}

/** How people sign in with the operator's app. @throws Failure `app_unusable` where none is set */
export async function readFlow(io: Pick<ConnectIo, 'app'>): Promise<CodeFlow> {
  const { clientId, clientSecret } = settings.read(await io.app())
  return { server, client: clientWith(clientId, clientSecret, 'basic'), scopes: neededScopes }
}

/**
 * The client id, and the name under which requests go out: the kind of program, the app, its version and its owner. Requests under a
 * name that many programs share are refused. Source: the rules of github.com/reddit-archive/reddit/wiki/API.
 * @throws Failure `app_unusable` where no app is set
 */
export async function readIdentity(
  io: Pick<ConnectIo, 'app'>,
): Promise<{ clientId: string; userAgent: string }> {
  const { clientId, owner } = settings.read(await io.app())
  return { clientId, userAgent: `web:crier.${clientId}:v1 (by /u/${owner})` }
}

/** A world like the one given, whose requests go out under our name. @throws Failure `app_unusable` where no app is set */
export async function underOurName<World extends ConnectIo>(io: World): Promise<World> {
  const { userAgent } = await readIdentity(io)
  return {
    ...io,
    fetch: (request, within) =>
      io.fetch({ ...request, headers: { ...request.headers, 'user-agent': userAgent } }, within),
  }
}
