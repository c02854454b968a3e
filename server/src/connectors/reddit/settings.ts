import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'

/** The settings that are stored with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The client id of the operator's app, for which calls are counted. */
    clientId: Type.String({ default: '' }),
    /** The name under which requests for the account go out. */
    userAgent: text,
  }),
  'This account was stored without its settings.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

export const { read: readCredentials, write: writeCredentials } = stored(
  Type.Object({ accessToken: text, refreshToken: text }),
  'This account was stored without its access.',
)

export function readToken(given: JsonObject): string {
  return readCredentials(given).accessToken
}
