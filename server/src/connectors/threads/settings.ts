import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** The settings that `connect` stores with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The permissions that the person granted; null where Threads did not say. */
    scopes: nullable(Type.Array(Type.String())),
  }),
  'This account was stored without its settings.',
)

export const writeSettings = settings.write

/** Whether a permission was refused for certain. */
export function lacksScope(account: Account, scope: string): boolean {
  const { scopes } = settings.read(account.settings)
  return scopes !== null && !scopes.includes(scope)
}

const credentials = stored(
  Type.Object({
    accessToken: text,
    /** When the token was made or renewed, and when it ends, in milliseconds since 1970. */
    madeAt: Type.Integer(),
    expiresAt: Type.Integer(),
  }),
  'This account was stored without its token.',
)

export const { read: readCredentials, write: writeCredentials } = credentials

export function readToken(given: JsonObject): string {
  return credentials.read(given).accessToken
}
