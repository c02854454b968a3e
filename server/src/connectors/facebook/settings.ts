import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'

/** The settings that are stored with a Page; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The permissions that the person really gave. */
    granted: Type.Array(Type.String(), { default: [] }),
    /** The person whose access this is, as the app knows them: Meta names them so when they take it back. */
    userIds: Type.Array(Type.String(), { default: [] }),
  }),
  'This Page was stored without its settings.',
)

export const writeSettings = settings.write

export function mayDo(account: Account, scope: string): boolean {
  return settings.read(account.settings).granted.includes(scope)
}

/** A Page has a token of its own, which has no end. */
const credentials = stored(Type.Object({ pageToken: text }), 'This Page was stored without its token.')

export const writeCredentials = credentials.write

export function readToken(given: JsonObject): string {
  return credentials.read(given).pageToken
}
