import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'

/** The settings that are stored with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The origin of the community, such as `https://dev.to`. */
    instance: text,
    userId: Type.Integer({ minimum: 1 }),
  }),
  'This account was stored without its community.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

const credentials = stored(Type.Object({ apiKey: text }), 'This account was stored without its key.')

export const writeCredentials = credentials.write

export function readKey(given: JsonObject): string {
  return credentials.read(given).apiKey
}
