import { type Static, Type } from 'typebox'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** The settings that a sign-in stores with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The permissions that were really given. */
    granted: Type.Array(Type.String(), { default: [] }),
  }),
  'This account was stored without its settings.',
)

export const writeSettings = settings.write

/** The permissions that a person gave. */
export function readGranted({ settings: given }: Account): readonly string[] {
  return settings.read(given).granted
}

export function isGranted(account: Account, scope: string): boolean {
  return readGranted(account).includes(scope)
}

/** Whether an account is a page, and not a person. */
export function isOrganization({ externalId }: Pick<Account, 'externalId'>): boolean {
  return externalId.startsWith('urn:li:organization:')
}

const credentials = Type.Object({
  accessToken: text,
  /** Given to approved apps alone. */
  refreshToken: nullable(text),
  /** In milliseconds since 1970. */
  expiresAt: nullable(Type.Number()),
  /** The profile that they are for: one token publishes for a person and all their pages. */
  profileId: text,
})

export type Credentials = Static<typeof credentials>

export const { read: readCredentials, write: writeCredentials } = stored(
  credentials,
  'This account was stored without its token.',
)
