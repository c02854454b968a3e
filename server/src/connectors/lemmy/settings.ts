import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

const rate = Type.Object({
  posts: Type.Integer({ minimum: 1 }),
  everyMs: Type.Integer({ minimum: 1_000 }),
})

/** The settings that are stored with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The origin of its server, such as `https://lemmy.world`. */
    instance: text,
    /** The number of the person on that server. */
    personId: Type.Integer({ minimum: 1 }),
    /** The version of the server's program. */
    version: text,
    /** The posts that the server takes from one address; null where it does not say. */
    rate: nullable(rate),
  }),
  'This account was stored without its server.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

const credentials = stored(Type.Object({ jwt: text }), 'This account was stored without its token.')

export const writeCredentials = credentials.write

export function readToken(given: JsonObject): string {
  return credentials.read(given).jwt
}
