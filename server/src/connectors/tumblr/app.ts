import { Type } from 'typebox'
import { asObject, textOf } from '../../lib/json/json.ts'
import type { ConnectIo } from '../connector.ts'
import type { Dialect } from '../kit/json-api.ts'
import { stored, text } from '../kit/media/stored.ts'
import {
  type CodeFlow,
  clientWith,
  type OAuthServer,
  oauthDialect,
  plainOAuth,
} from '../kit/oauth/oauth-server.ts'
import { dialect, origin, website } from './api.ts'

/** Source: github.com/tumblr/docs, api.md, OAuth2 Authorization. */
export const neededScopes = ['basic', 'write', 'offline_access']

/** The operator's app. README.md says how to register one. */
export const app = Type.Object(
  {
    client_id: Type.String({
      title: 'OAuth consumer key',
      description: 'It stands beside the app at tumblr.com/oauth/apps.',
      minLength: 1,
      maxLength: 200,
    }),
    client_secret: Type.String({
      title: 'OAuth secret key',
      format: 'password',
      minLength: 1,
      maxLength: 200,
    }),
  },
  { additionalProperties: false },
)

const settings = stored(
  Type.Object({ clientId: text, clientSecret: text }),
  'The app of this server is incomplete.',
)

const standard = oauthDialect('Tumblr')

/** Errors of the sign-in are those of the standard, or those of the API, of which 401 alone has a meaning. */
const signInDialect: Dialect = {
  ...dialect,
  code: (answer) => standard.code(answer) ?? (dialect.words(answer) === null ? null : String(answer.status)),
  words: (answer) => {
    const isStandard = textOf(asObject(answer.json)?.error) !== null
    return isStandard ? standard.words(answer) : dialect.words(answer)
  },
}

/**
 * Tumblr's code flow. It documents no PKCE, and says 401 of a refresh token that has ended.
 * Source: api.md, `/v2/oauth2/token`, both grants.
 */
const server: OAuthServer = {
  ...plainOAuth,
  dialect: signInDialect,
  authorizeUrl: `${website}/oauth2/authorize`,
  tokenUrl: `${origin}/v2/oauth2/token`,
  usesPkce: false,
  refusals: { '401': 'ended' },
}

/** How people sign in with the operator's app. @throws Failure `app_unusable` where none is set */
export async function readFlow(io: Pick<ConnectIo, 'app'>): Promise<CodeFlow> {
  const { clientId, clientSecret } = settings.read(await io.app())
  return { server, client: clientWith(clientId, clientSecret, 'post'), scopes: neededScopes }
}
