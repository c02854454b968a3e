import { type Static, Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { rulesOf, type Software } from './software.ts'

/**
 * The limits that a server announces. Missing or nonsensical ones are replaced by those of Misskey's own source (const.ts and
 * DEFAULT_POLICIES of RoleService), or of the program.
 */
const limits = Type.Object({
  maxText: countOr(3_000),
  /** Null where the server does not say. */
  maxWarning: nullable(Type.Integer({ minimum: 1 })),
  maxAltText: nullable(Type.Integer({ minimum: 1 })),
  /** Bytes of a file that the server and the roles of the account allow. */
  maxFileBytes: countOr(30 * 1_048_576),
  /** By how much the roles of the account slow it down: 2 is half as fast, and 0 is without a limit. */
  rateFactor: Type.Number({ minimum: 0, maximum: 1_000, default: 1 }),
  /** The types that the roles of the account may upload, such as `image/*`; none for all. */
  fileTypes: Type.Array(Type.String(), { default: [] }),
})

function countOr(usual: number) {
  return Type.Integer({ minimum: 1, default: usual })
}

export type ServerLimits = Static<typeof limits>

const readable = stored(limits, 'These are no limits.')
export const readLimits = readable.read

/** The settings that `identify` stores with an account. */
const settings = stored(
  Type.Object({
    /** The origin of its server, such as `https://misskey.io`. */
    instance: text,
    /** The profile's id on that server. */
    accountId: text,
    /** The names nodeinfo gives; null when it gives none. */
    software: nullable(text),
    version: nullable(text),
    /** Whether a public post of the account stays public. A role may turn it into one for the home timeline. */
    mayPostPublicly: Type.Boolean({ default: true }),
    limits,
  }),
  'This account was stored without its server.',
)

export const writeSettings = settings.write

export function readSettings(account: Pick<Account, 'settings'>) {
  return settings.read(account.settings)
}

export function rulesFor(account: Pick<Account, 'settings'>): Software {
  return rulesOf(textOf(account.settings.software))
}

const credentials = stored(Type.Object({ accessToken: text }), 'This account was stored without its token.')

export const writeCredentials = credentials.write

export function readToken(given: JsonObject): string {
  return credentials.read(given).accessToken
}
