import { Type } from 'typebox'
import type { ConnectIo } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import {
  type CodeFlow,
  clientWith,
  type OAuthServer,
  oauthDialect,
  plainOAuth,
} from '../kit/oauth/oauth-server.ts'
import { origin } from './api.ts'
import { scopes } from './settings.ts'

const usualScopes = [scopes.identify, scopes.post, scopes.draft, scopes.list].join(',')

/** The operator's app at TikTok. README.md says how to make one. */
export const app = Type.Object(
  {
    client_key: Type.String({ title: 'Client key', minLength: 1, maxLength: 200 }),
    client_secret: Type.String({
      title: 'Client secret',
      format: 'password',
      minLength: 1,
      maxLength: 500,
    }),
    scopes: Type.Optional(
      Type.String({
        title: 'Scopes',
        description: `The permissions that the app has, separated by commas: ${usualScopes} unless set. TikTok refuses every sign-in that asks for one more.`,
        pattern: '^[a-z]{1,20}(?:\\.[a-z]{1,20}){1,3}(?:,[a-z]{1,20}(?:\\.[a-z]{1,20}){1,3}){0,20}$',
      }),
    ),
    audit: Type.Optional(
      Type.Union([Type.Literal('passed'), Type.Literal('none')], {
        title: 'Audit',
        description:
          'Whether TikTok has audited the app for direct posts. With “none”, posts that others could see are refused in advance; left out, people are warned.',
      }),
    ),
    proof_name: Type.Optional(
      Type.String({
        title: 'Name of the verification file',
        description:
          'The file that TikTok gives for the prefix of the addresses of photos, such as tiktokAbC.txt.',
        pattern: '^[A-Za-z0-9_-]{1,100}\\.(?:txt|html)$',
      }),
    ),
    proof_text: Type.Optional(
      Type.String({ title: 'Text of the verification file', minLength: 1, maxLength: 1_000 }),
    ),
  },
  { additionalProperties: false },
)

const settings = stored(
  Type.Object({
    clientKey: text,
    clientSecret: text,
    scopes: Type.String({ default: usualScopes }),
    audit: nullable(Type.Union([Type.Literal('passed'), Type.Literal('none')])),
    proofName: nullable(text),
    proofText: nullable(text),
  }),
  'The app of this server is incomplete.',
)

/** The app of the operator. @throws Failure `app_unusable` where none is set */
export async function readApp(io: ConnectIo) {
  return settings.read(await io.app())
}

/**
 * The sign-in for websites, which knows no PKCE: its client id is called client key, scopes are separated by commas, and errors
 * may come with the status 200. Source: developers.tiktok.com/doc/login-kit-web.
 */
const server: OAuthServer = {
  ...plainOAuth,
  dialect: oauthDialect('TikTok'),
  authorizeUrl: 'https://www.tiktok.com/v2/auth/authorize/',
  tokenUrl: `${origin}/v2/oauth/token/`,
  revokeUrl: `${origin}/v2/oauth/revoke/`,
  usesPkce: false,
  scopeSeparator: ',',
  names: { client_id: 'client_key' },
}

/** How people sign in with the operator's app. @throws Failure `app_unusable` where none is set */
export async function readFlow(io: ConnectIo): Promise<CodeFlow> {
  const { clientKey, clientSecret, scopes: asked } = await readApp(io)
  return { server, client: clientWith(clientKey, clientSecret, 'post'), scopes: asked.split(',') }
}
