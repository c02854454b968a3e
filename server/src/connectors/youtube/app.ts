import { Type } from 'typebox'
import type { ConnectIo } from '../connector.ts'
import { googleLogin, googleScopePrefix } from '../kit/google/google-login.ts'
import { stored, text } from '../kit/media/stored.ts'
import { type CodeFlow, clientWith, type OAuthServer } from '../kit/oauth/oauth-server.ts'

const usualScopes = 'youtube.upload youtube.readonly youtube'
const usualUploads = 100

/** The operator's project at Google. README.md says how to make one. */
export const app = Type.Object(
  {
    client_id: Type.String({
      title: 'Client id',
      description: 'It ends with .apps.googleusercontent.com.',
      minLength: 1,
      maxLength: 200,
    }),
    client_secret: Type.String({
      title: 'Client secret',
      format: 'password',
      minLength: 1,
      maxLength: 200,
    }),
    scopes: Type.Optional(
      Type.String({
        title: 'Scopes',
        description: `The permissions to ask people for, by spaces: ${usualScopes} unless set. Without youtube, nothing can be deleted or put into playlists.`,
        pattern: '^youtube(\\.[a-z-]{1,20})?( youtube(\\.[a-z-]{1,20})?){0,5}$',
      }),
    ),
    uploads_per_day: Type.Optional(
      Type.Integer({
        title: 'Uploads a day',
        description: `The videos that Google lets the project upload in a day: ${usualUploads} unless an audit allowed more.`,
        minimum: 1,
        maximum: 1_000_000,
      }),
    ),
  },
  { additionalProperties: false },
)

const settings = stored(
  Type.Object({
    clientId: text,
    clientSecret: text,
    scopes: Type.String({ default: usualScopes }),
    uploadsPerDay: Type.Integer({ default: usualUploads }),
  }),
  'The app of this server is incomplete.',
)

/** The app of the operator. @throws Failure `app_unusable` where none is set */
export async function readApp(io: ConnectIo) {
  return settings.read(await io.app())
}

/** `include_granted_scopes` keeps what was given before. */
const server: OAuthServer = {
  ...googleLogin,
  authorizeWith: { ...googleLogin.authorizeWith, include_granted_scopes: 'true' },
}

/** How people sign in with the operator's app. @throws Failure `app_unusable` where none is set */
export async function readFlow(io: ConnectIo): Promise<CodeFlow> {
  const { clientId, clientSecret, scopes } = await readApp(io)
  return {
    server,
    client: clientWith(clientId, clientSecret, 'post'),
    scopes: scopes.split(' ').map((scope) => googleScopePrefix + scope),
  }
}
