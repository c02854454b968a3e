import { Type } from 'typebox'
import type { ConnectIo } from '../connector.ts'
import { googleLogin, googleScopePrefix } from '../kit/google/google-login.ts'
import { stored, text } from '../kit/media/stored.ts'
import { type CodeFlow, clientWith } from '../kit/oauth/oauth-server.ts'

/** Source: developers.google.com/my-business/content/implement-oauth. */
export const neededScope = `${googleScopePrefix}business.manage`

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
  },
  { additionalProperties: false },
)

const settings = stored(
  Type.Object({ clientId: text, clientSecret: text }),
  'The app of this server is incomplete.',
)

/** The app of the operator. @throws Failure `app_unusable` where none is set */
export async function readApp(io: ConnectIo) {
  return settings.read(await io.app())
}

/** How people sign in with the operator's app. @throws Failure `app_unusable` where none is set */
export async function readFlow(io: ConnectIo): Promise<CodeFlow> {
  const { clientId, clientSecret } = await readApp(io)
  return {
    server: googleLogin,
    client: clientWith(clientId, clientSecret, 'post'),
    scopes: [neededScope],
  }
}
