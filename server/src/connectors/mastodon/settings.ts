import { type Static, Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { rulesOf, type Software } from './software.ts'

const usualTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
]

/**
 * The limits that an instance announces, under Mastodon's names. Missing or nonsensical ones are replaced by those of
 * Mastodon's documentation (docs.joinmastodon.org, entities/Instance and user/posting).
 */
const limits = Type.Object({
  maxCharacters: countOr(500),
  charactersReservedPerUrl: countOr(23),
  maxMediaAttachments: countOr(4),
  supportedMimeTypes: Type.Array(Type.String(), { default: usualTypes }),
  imageSizeLimit: countOr(16_777_216),
  /** Pixels in all: width times height. */
  imageMatrixLimit: countOr(33_177_600),
  videoSizeLimit: countOr(103_809_024),
  videoMatrixLimit: countOr(8_294_400),
  descriptionLimit: countOr(1_500),
  pollMaxOptions: countOr(4),
  pollMaxCharactersPerOption: countOr(50),
  /** Seconds. */
  pollMinExpiration: countOr(300),
  pollMaxExpiration: countOr(2_629_746),
})

function countOr(usual: number) {
  return Type.Integer({ minimum: 1, default: usual })
}

export type InstanceLimits = Static<typeof limits>

export const readLimits = stored(limits, 'These are no limits.').read

/** The settings that `identify` stores with an account. */
const settings = stored(
  Type.Object({
    /** The origin of its server, such as `https://mastodon.social`. */
    instance: text,
    /** The profile's id on that server. */
    accountId: text,
    /** The names nodeinfo gives; null when it gives none. */
    software: nullable(text),
    version: nullable(text),
    /** The name under which the server shows our posts to have been made; null where it does not say. */
    application: nullable(text),
    limits,
  }),
  'This account was stored without its server.',
)

export const writeSettings = settings.write

export function readSettings(account: Account) {
  return settings.read(account.settings)
}

export function rulesFor(account: Account): Software {
  return rulesOf(textOf(account.settings.software))
}

const credentials = stored(Type.Object({ accessToken: text }), 'This account was stored without its token.')

export function readToken(given: JsonObject): string {
  return credentials.read(given).accessToken
}
