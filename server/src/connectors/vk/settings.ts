import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { storedRotating } from '../kit/oauth/shared-tokens.ts'

/** The settings that are stored with a wall; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** Whose access it is: a person's, or that of a community alone. */
    access: Type.Union([Type.Literal('person'), Type.Literal('community')]),
    /** The permissions that were given, by VK's names. */
    granted: Type.Array(Type.String(), { default: [] }),
    /** Whether the posts of the wall can be read. */
    reads: Type.Boolean({ default: false }),
  }),
  'This wall was stored without its settings.',
)

export const writeSettings = settings.write

type Stored = Pick<Account, 'settings'>

export const readSettings = ({ settings: given }: Stored) => settings.read(given)

export const mayRead = (account: Stored): boolean => readSettings(account).reads

/** Whether a person connected it, whose access may do more than that of a community. */
export const isByPerson = (account: Stored): boolean => readSettings(account).access === 'person'

/** The number of the community whose wall it is; null for the wall of a person. */
export function communityOf({ externalId }: Pick<Account, 'externalId'>): string | null {
  return externalId.startsWith('-') ? externalId.slice(1) : null
}

/** Whether there is a person whose name can stand below a post of a community. */
export function isSignable(account: Pick<Account, 'externalId' | 'settings'>): boolean {
  return communityOf(account) !== null && isByPerson(account)
}

export const { read: readCredentials, write: writeCredentials } = stored(
  Type.Object({
    accessToken: text,
    /** The place of the wall among those of its sign-in: one token is for all of them. */
    place: Type.Integer({ default: 0 }),
    /** The key of an app, by which public walls can be read beside the key of a community. */
    serviceKey: nullable(text),
    /** The device of the sign-in, as VK named it: its tokens are renewed with it alone. */
    deviceId: nullable(text),
    rotating: nullable(storedRotating),
  }),
  'This wall was stored without its access.',
)

/** The token to publish with. */
export const writingToken = (given: JsonObject): string => readCredentials(given).accessToken

/** The token to read with, where there is one. */
export function readingToken(given: JsonObject): string {
  const { serviceKey, accessToken } = readCredentials(given)
  return serviceKey ?? accessToken
}
