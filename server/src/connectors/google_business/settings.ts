import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** The settings that are stored with a location; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The number of the account at Google in which the location is. */
    accountId: text,
    /** The client id of the operator's app: calls are counted for its project. */
    clientId: Type.String({ default: '' }),
    /** The location on Google Maps; null where Google tells no address. */
    mapsUrl: nullable(text),
  }),
  'This location was stored without its settings.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

/** The path of a location, below which its posts are. */
export function pathOf(account: Pick<Account, 'externalId' | 'settings'>): string {
  const { accountId } = readSettings(account)
  return `/v4/accounts/${encodeURIComponent(accountId)}/locations/${encodeURIComponent(account.externalId)}`
}

/** The page of a location: the one on Google Maps, or that on which its owner finds it. */
export function pageOf(mapsUrl: string | null): string {
  return mapsUrl ?? 'https://business.google.com/locations'
}

export const { read: readCredentials, write: writeCredentials } = stored(
  Type.Object({
    accessToken: text,
    refreshToken: text,
    /** The location that they are for: one access is for all locations of a person. */
    locationId: text,
  }),
  'This location was stored without its access.',
)

export function readToken(given: JsonObject): string {
  return readCredentials(given).accessToken
}
