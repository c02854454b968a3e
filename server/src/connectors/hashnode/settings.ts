import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'

/** The settings that are stored with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    publicationId: text,
    /** The address of the publication. */
    url: text,
    /** Whose token it is: articles are theirs. */
    userId: text,
    /** Whether several people write there. */
    isTeam: Type.Boolean({ default: false }),
  }),
  'This account was stored without its publication.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

const credentials = stored(Type.Object({ accessToken: text }), 'This account was stored without its token.')

export const writeCredentials = credentials.write

export function readToken(given: JsonObject): string {
  return credentials.read(given).accessToken
}
