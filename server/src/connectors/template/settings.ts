import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'

/** The settings that `connect` stores with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The limit of a text, which depends on the account's plan. */
    maxCharacters: Type.Integer({ minimum: 1, default: 500 }),
  }),
  'This account was stored without its settings.',
)

export const writeSettings = settings.write

export function readSettings(account: Account) {
  return settings.read(account.settings)
}

const credentials = stored(Type.Object({ accessToken: text }), 'This account was stored without its token.')

export const writeCredentials = credentials.write

export function readToken(given: JsonObject): string {
  return credentials.read(given).accessToken
}
