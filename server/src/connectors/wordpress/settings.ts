import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'

/** The settings that are stored with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The address of the site, without a slash at its end. */
    site: text,
    /** The address of its REST API: it ends with a slash, or has `rest_route=/` in its query. */
    apiRoot: text,
    userId: Type.Integer({ minimum: 1 }),
    mayUpload: Type.Boolean({ default: true }),
    mayPublishPages: Type.Boolean({ default: false }),
  }),
  'This account was stored without its site.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

const credentials = stored(
  Type.Object({ userName: text, applicationPassword: text }),
  'This account was stored without its password.',
)

export const writeCredentials = credentials.write

export function readCredentials(given: JsonObject): { userName: string; applicationPassword: string } {
  return credentials.read(given)
}
