import { Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { Failure } from '../connector.ts'
import { GraphVersionField } from '../kit/graph/graph.ts'

const Secret = (title: string) => Type.String({ title, minLength: 1, format: 'password' })

/** The operator's app: one at Meta has both pairs, each for its login. */
export const app = Type.Object(
  {
    client_id: Type.String({ title: 'Instagram app ID', minLength: 1 }),
    client_secret: Secret('Instagram app secret'),
    facebook_client_id: Type.Optional(
      Type.String({
        title: 'App ID',
        description: 'For accounts that connect through Facebook.',
        minLength: 1,
      }),
    ),
    facebook_client_secret: Type.Optional(Secret('App secret')),
    facebook_config_id: Type.Optional(
      Type.String({
        title: 'Configuration of Facebook Login for Business',
        description: 'Where the app uses one; it then says which permissions are asked for.',
        minLength: 1,
      }),
    ),
    api_version: GraphVersionField,
  },
  { additionalProperties: false },
)

export interface AppKeys {
  readonly clientId: string
  readonly clientSecret: string
}

export function instagramKeys(settings: JsonObject): AppKeys {
  return keysOf(settings.client_id, settings.client_secret, 'CLIENT_ID')
}

/** @throws Failure `app_unusable` where the operator set up the Instagram login alone */
export function facebookKeys(settings: JsonObject): AppKeys {
  return keysOf(settings.facebook_client_id, settings.facebook_client_secret, 'FACEBOOK_CLIENT_ID')
}

function keysOf(
  id: JsonObject[string] | undefined,
  secret: JsonObject[string] | undefined,
  name: string,
): AppKeys {
  const [clientId, clientSecret] = [textOf(id), textOf(secret)]
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret }
  const variables = `PLATFORM_INSTAGRAM_${name} and PLATFORM_INSTAGRAM_${name.replace(/ID$/, 'SECRET')}`
  throw new Failure(
    'app_unusable',
    sentence('The operator of this server must set {variables} for this way.', { variables }),
  )
}

/** The secrets of both logins, with which Meta signs its calls to us. */
export function secretsOf(given: JsonObject): string[] {
  return [given.client_secret, given.facebook_client_secret].flatMap((secret) => textOf(secret) ?? [])
}
