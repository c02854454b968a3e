import { Type } from 'typebox'
import type { ConnectIo } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'
import { type CodeFlow, clientWith, type OAuthServer, plainOAuth } from '../kit/oauth/oauth-server.ts'
import { dialect, origin } from './api.ts'

/** The permissions that are asked for. README.md says what each is for, and has a manifest with them. */
export const wantedScopes = [
  'chat:write',
  'channels:read',
  'groups:read',
  'channels:history',
  'groups:history',
  'channels:join',
  'files:read',
  'files:write',
] as const

/** The operator's app at Slack. README.md says how to make one. */
export const app = Type.Object(
  {
    client_id: Type.String({
      title: 'Client id',
      description: 'Two numbers with a dot between them.',
      minLength: 1,
      maxLength: 200,
    }),
    client_secret: Type.String({
      title: 'Client secret',
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

/**
 * OAuth as Slack has it: permissions by commas, tokens of the type `bot`, and errors with status 200.
 * Sources: docs.slack.dev/authentication/installing-with-oauth, docs.slack.dev/reference/methods/oauth.v2.access.
 */
const server: OAuthServer = {
  ...plainOAuth,
  dialect,
  authorizeUrl: `${origin}/oauth/v2/authorize`,
  tokenUrl: `${origin}/api/oauth.v2.access`,
  // An app may ask for PKCE only after it was allowed for it.
  usesPkce: false,
  scopeSeparator: ',',
  tokenType: 'bot',
  refusals: {
    invalid_code: 'ended',
    code_already_used: 'ended',
    invalid_refresh_token: 'ended',
    token_revoked: 'ended',
    token_expired: 'ended',
    invalid_client_id: 'app',
    bad_client_secret: 'app',
    bad_redirect_uri: 'app',
    oauth_authorization_url_mismatch: 'app',
    no_scopes: 'scope',
    internal_error: 'busy',
    fatal_error: 'busy',
    ratelimited: 'busy',
    service_unavailable: 'busy',
  },
}

/** How people sign in with the operator's app. @throws Failure `app_unusable` where none is set */
export async function readFlow(io: ConnectIo): Promise<CodeFlow> {
  const { clientId, clientSecret } = settings.read(await io.app())
  return { server, client: clientWith(clientId, clientSecret, 'basic'), scopes: wantedScopes }
}
