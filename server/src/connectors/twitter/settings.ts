import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** The settings that `connect` stores with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The subscription of the account: `None`, `Basic`, `Premium`, `PremiumPlus`; null where X did not say. */
    subscription: nullable(Type.String()),
    scopes: Type.Array(Type.String(), { default: [] }),
    /** When the profile was read; X charges for it. */
    readAt: Type.String({ default: '' }),
  }),
  'This account was stored without its settings.',
)

export const writeSettings = settings.write

export function readSettings(account: Account) {
  return settings.read(account.settings)
}

const credentials = stored(
  Type.Object({ accessToken: text, refreshToken: text }),
  'This account was stored without its tokens.',
)

export const { read: readCredentials, write: writeCredentials } = credentials

export function readToken(given: JsonObject): string {
  return credentials.read(given).accessToken
}

/** The form of the operator's app. */
export const app = Type.Object(
  {
    client_id: Type.String({
      title: 'Client ID',
      description: 'The OAuth 2.0 client ID of the app, from the console of X.',
      minLength: 1,
    }),
    client_secret: Type.String({
      title: 'Client secret',
      description: 'The OAuth 2.0 client secret of the app, which must be a confidential client.',
      format: 'password',
      minLength: 1,
    }),
  },
  { additionalProperties: false },
)
const registered = stored(
  Type.Object({ clientId: text, clientSecret: text }),
  'The app lacks its id or secret.',
)
export const readApp = registered.read
