import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'
import { storedRotating } from '../kit/oauth/shared-tokens.ts'

/** The settings that are stored with a blog; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The person who connected it, whose limits of a day all their blogs share. */
    userName: text,
    /** The operator's app, whose calls are counted. */
    clientId: text,
  }),
  'This blog was stored without its settings.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

export const { read: readCredentials, write: writeCredentials } = stored(
  Type.Object({
    accessToken: text,
    /** The place of the blog among those of its sign-in: one token is for all of them. */
    place: Type.Integer({ default: 0 }),
    rotating: storedRotating,
  }),
  'This blog was stored without its access.',
)

export function readToken(given: JsonObject): string {
  return readCredentials(given).accessToken
}
