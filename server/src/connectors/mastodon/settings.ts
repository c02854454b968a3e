import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { rulesOf, type Software } from './software.ts'

/** The settings that `identify` stores with an account. */
export interface Settings {
  /** The origin of its server, such as `https://mastodon.social`. */
  readonly instance: string
  /** The profile's id on that server. */
  readonly accountId: string
  /** The names nodeinfo gives; null when it gives none. */
  readonly software: string | null
  readonly version: string | null
  /** The name under which the server shows our posts to have been made; null where it does not say. */
  readonly application: string | null
  readonly limits: InstanceLimits
}

/** The limits an instance tells, and where it is silent those of Mastodon's own documentation. */
export interface InstanceLimits {
  readonly maxCharacters: number
  readonly charactersPerUrl: number
  readonly maxMedia: number
  readonly mimeTypes: readonly string[]
  readonly imageBytes: number
  /** Pixels in all: width times height. */
  readonly imagePixels: number
  readonly videoBytes: number
  readonly videoPixels: number
  readonly altTextMax: number
  readonly pollOptions: number
  readonly pollOptionMax: number
  readonly pollMinSeconds: number
  readonly pollMaxSeconds: number
}

/** docs.joinmastodon.org, entities/Instance and user/posting. */
export const usualLimits: InstanceLimits = {
  maxCharacters: 500,
  charactersPerUrl: 23,
  maxMedia: 4,
  mimeTypes: [
    'image/jpeg',
    'image/png',
    'image/gif',
    'image/webp',
    'image/avif',
    'video/mp4',
    'video/quicktime',
    'video/webm',
  ],
  imageBytes: 16_777_216,
  imagePixels: 33_177_600,
  videoBytes: 103_809_024,
  videoPixels: 8_294_400,
  altTextMax: 1_500,
  pollOptions: 4,
  pollOptionMax: 50,
  pollMinSeconds: 300,
  pollMaxSeconds: 2_629_746,
}

export function writeSettings(settings: Settings): JsonObject {
  const { limits } = settings
  return {
    instance: settings.instance,
    account_id: settings.accountId,
    software: settings.software,
    version: settings.version,
    application: settings.application,
    limits: {
      max_characters: limits.maxCharacters,
      characters_reserved_per_url: limits.charactersPerUrl,
      max_media_attachments: limits.maxMedia,
      supported_mime_types: limits.mimeTypes,
      image_size_limit: limits.imageBytes,
      image_matrix_limit: limits.imagePixels,
      video_size_limit: limits.videoBytes,
      video_matrix_limit: limits.videoPixels,
      description_limit: limits.altTextMax,
      poll_max_options: limits.pollOptions,
      poll_max_characters_per_option: limits.pollOptionMax,
      poll_min_expiration: limits.pollMinSeconds,
      poll_max_expiration: limits.pollMaxSeconds,
    },
  }
}

export function readSettings({ settings }: Account): Settings {
  const instance = textOf(settings.instance)
  const accountId = textOf(settings.account_id)
  if (instance === null || accountId === null) throw new Error('This account was stored without its server.')
  return {
    instance,
    accountId,
    software: textOf(settings.software),
    version: textOf(settings.version),
    application: textOf(settings.application),
    limits: readLimits(asObject(settings.limits) ?? {}),
  }
}

/** Limits under the names Mastodon gives them; what is missing or makes no sense is as usual. */
export function readLimits(from: JsonObject): InstanceLimits {
  const usual = usualLimits
  return {
    maxCharacters: countOf(from.max_characters, usual.maxCharacters),
    charactersPerUrl: countOf(from.characters_reserved_per_url, usual.charactersPerUrl),
    maxMedia: countOf(from.max_media_attachments, usual.maxMedia),
    mimeTypes: textsOf(from.supported_mime_types) ?? usual.mimeTypes,
    imageBytes: countOf(from.image_size_limit, usual.imageBytes),
    imagePixels: countOf(from.image_matrix_limit, usual.imagePixels),
    videoBytes: countOf(from.video_size_limit, usual.videoBytes),
    videoPixels: countOf(from.video_matrix_limit, usual.videoPixels),
    altTextMax: countOf(from.description_limit, usual.altTextMax),
    pollOptions: countOf(from.poll_max_options, usual.pollOptions),
    pollOptionMax: countOf(from.poll_max_characters_per_option, usual.pollOptionMax),
    pollMinSeconds: countOf(from.poll_min_expiration, usual.pollMinSeconds),
    pollMaxSeconds: countOf(from.poll_max_expiration, usual.pollMaxSeconds),
  }
}

function countOf(json: Json | undefined, usual: number): number {
  return typeof json === 'number' && Number.isInteger(json) && json > 0 ? json : usual
}

function textsOf(json: Json | undefined): string[] | null {
  if (!isArray(json)) return null
  const texts = json.filter((item) => typeof item === 'string').filter((text) => text.length <= 100)
  return texts.length > 0 ? texts.slice(0, 100) : null
}

export function rulesFor(account: Account): Software {
  return rulesOf(textOf(account.settings.software))
}

export function readToken(credentials: JsonObject): string {
  const token = textOf(credentials.access_token)
  if (token === null) throw new Error('This account was stored without its token.')
  return token
}
