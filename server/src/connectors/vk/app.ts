import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { ConnectIo } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'
import { type CodeFlow, type OAuthServer, oauthDialect, plainOAuth } from '../kit/oauth/oauth-server.ts'

export const signInOrigin = 'https://id.vk.com'

/**
 * VK gives them to an app on request alone.
 * Source: id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/work-with-user-info/user-info.
 */
export const neededScopes = ['wall', 'photos', 'video', 'docs', 'groups']

/** The operator's app. README.md says how to register one. */
export const app = Type.Object(
  {
    client_id: Type.String({
      title: 'ID of the app',
      description: 'It stands in the settings of the app at id.vk.com.',
      pattern: '^[0-9]{1,19}$',
    }),
  },
  { additionalProperties: false },
)

const settings = stored(Type.Object({ clientId: text }), 'The app of this server is incomplete.')

/** Source: id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description. */
const server: OAuthServer = {
  ...plainOAuth,
  dialect: oauthDialect('VK'),
  authorizeUrl: `${signInOrigin}/authorize`,
  tokenUrl: `${signInOrigin}/oauth2/auth`,
  refusals: { invalid_token: 'ended' },
}

/**
 * How people sign in with the operator's app. It has no secret that is sent: every trade names the device of the sign-in, and a state
 * of 32 characters or more, which VK sends back. @throws Failure `app_unusable` where none is set
 */
export async function readFlow(io: Pick<ConnectIo, 'app'>, deviceId: string | null): Promise<CodeFlow> {
  const { clientId } = settings.read(await io.app())
  const secrets = deviceId === null ? [] : [deviceId]
  return {
    server,
    client: {
      id: clientId,
      secrets,
      authenticate: (_server, _client, body) => {
        body.set('client_id', clientId)
        body.set('state', randomBytes(32).toString('base64url'))
        if (deviceId !== null) body.set('device_id', deviceId)
      },
    },
    scopes: neededScopes,
  }
}
