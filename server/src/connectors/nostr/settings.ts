import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** The settings that are stored with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The relays that posts go to: `wss` addresses. */
    relays: Type.Array(text),
    /** Whether they are those of the account's own list, which is then read again. */
    isFromList: Type.Boolean({ default: false }),
    /** The origin of the Blossom server for media; null where none was named. */
    mediaServer: nullable(text),
  }),
  'This account was stored without its relays.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

const credentials = stored(Type.Object({ secretKey: text }), 'This account was stored without its key.')

export const writeCredentials = credentials.write

export function readKey(given: JsonObject): string {
  return credentials.read(given).secretKey
}
