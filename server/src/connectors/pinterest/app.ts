import { Type } from 'typebox'
import { asObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
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
import { dialect, origins, website } from './api.ts'
import { type Environment, StoredEnvironment } from './settings.ts'

/** The scopes without which nothing works: Pinterest asks for both of boards and Pins to make a Pin. */
export const neededScopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read']

/** The operator's app. README.md says how to make one. */
export const app = Type.Object(
  {
    client_id: Type.String({
      title: 'App id',
      description: 'The number of the app.',
      minLength: 1,
      maxLength: 100,
    }),
    client_secret: Type.String({
      title: 'App secret key',
      format: 'password',
      minLength: 1,
      maxLength: 500,
    }),
    scopes: Type.Optional(
      Type.String({
        title: 'Scopes',
        description: `The permissions to ask people for, by spaces. Left out: ${neededScopes.join(' ')}. Secret boards need boards:read_secret, boards:write_secret, pins:read_secret and pins:write_secret too.`,
        pattern: '^[a-z_]{1,40}:[a-z_]{1,40}([ ,]{1,3}[a-z_]{1,40}:[a-z_]{1,40}){0,30}$',
      }),
    ),
    environment: Type.Optional(
      Type.String({
        title: 'Environment',
        description:
          'production unless set. An app with trial access makes Pins in the sandbox alone: then it is sandbox.',
        pattern: '^(production|sandbox)$',
      }),
    ),
  },
  { additionalProperties: false },
)

const settings = stored(
  Type.Object({
    clientId: text,
    clientSecret: text,
    scopes: Type.String({ default: neededScopes.join(' ') }),
    environment: StoredEnvironment,
  }),
  'The app of this server is incomplete.',
)

/** Errors of the sign-in are those of the API, or those of the standard. */
const signInDialect: Dialect = {
  ...dialect,
  code: (answer) => textOf(asObject(answer.json)?.error) ?? dialect.code(answer),
  words: (answer: OutboundAnswer) => oauthDialect('Pinterest').words(answer) ?? dialect.words(answer),
}

/**
 * Pinterest's code flow, without PKCE. Refresh tokens live for 60 days and are replaced by each use.
 * Sources: developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization; for the numbers, issue 114 of
 * github.com/pinterest/pinterest-python-sdk (283) and the schema `Error` (2).
 */
function serverAt(environment: Environment): OAuthServer {
  return {
    ...plainOAuth,
    dialect: signInDialect,
    authorizeUrl: `${website}/oauth/`,
    tokenUrl: `${origins[environment]}/v5/oauth/token`,
    usesPkce: false,
    scopeSeparator: ',',
    refusals: { '283': 'ended', '2': 'app' },
  }
}

/** The way people sign in with an app, and where the app may publish. */
export interface SignInFlow extends CodeFlow {
  readonly environment: Environment
}

/**
 * How people sign in with the operator's app, in its environment or in the one that is given.
 * @throws Failure `app_unusable` where no app is set
 */
export async function readFlow(io: ConnectIo, given?: Environment): Promise<SignInFlow> {
  const { clientId, clientSecret, scopes, environment: own } = settings.read(await io.app())
  const environment = given ?? own
  return {
    server: serverAt(environment),
    client: clientWith(clientId, clientSecret, 'basic'),
    scopes: scopes.split(/[ ,]+/),
    environment,
  }
}
