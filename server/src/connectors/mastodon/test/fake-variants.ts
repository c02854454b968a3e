import type { JsonObject } from '../../../lib/json/json.ts'

/** How a server treats a key it has seen. */
export type KeyRule =
  /** Stored once the post is made, without a lock: a second request posts while the first is still at work. */
  | 'stored_at_end'
  /** Locked from arrival; a repetition after the first is done is answered with 500. */
  | 'locked_fails_repeat'
  /** Locked from arrival; a repetition after the first is done gives the same post. */
  | 'locked'
  /** Used up at first sight, without a lock; a repetition is refused with 400. */
  | 'used_up'
  | 'ignored'

/** The differences between the programs that speak Mastodon's API. */
export interface Variant {
  readonly software: string
  readonly version: string
  readonly keys: KeyRule
  readonly counts: 'grapheme' | 'codepoint'
  /** A link counts 23, `@user@domain` as `@user`. */
  readonly shortens: boolean
  readonly maxCharacters: number
  readonly maxMedia: number
  readonly ids: 'snowflake' | 'ulid' | 'uuid' | 'serial'
  /** The status that answers a request whose content is refused. */
  readonly refusal: 400 | 422
  readonly showsApplication: boolean
  /** Whether `created_at` has milliseconds. */
  readonly isPrecise: boolean
  readonly hasV2: boolean
  readonly isGallery: boolean
  /** Whether `GET /accounts/:id/statuses` is refused to a token that was revoked. */
  readonly guardsList: boolean
  /** Whether `GET /apps/verify_credentials` shows the scopes. */
  readonly namesScopes: boolean
  /** Whether a video may stand beside other media. */
  readonly mixesMedia: boolean
  /**
   * How people sign in: as with Doorkeeper, with metadata, PKCE and narrow scopes; without any of that, with Laravel
   * Passport’s tokens that end; as GoToSocial did before it described itself; or as snac does, which mixes people up.
   */
  readonly signIn: 'doorkeeper' | 'passport' | 'plain' | 'snac'
}

const mastodon: Variant = {
  software: 'mastodon',
  version: '4.7.2',
  keys: 'locked',
  counts: 'grapheme',
  shortens: true,
  maxCharacters: 500,
  maxMedia: 4,
  ids: 'snowflake',
  refusal: 422,
  showsApplication: true,
  isPrecise: true,
  hasV2: true,
  isGallery: false,
  guardsList: true,
  namesScopes: true,
  mixesMedia: false,
  signIn: 'doorkeeper',
}

/** The recorded behaviours. Sources: README.md beside this. */
export const variants = {
  'mastodon-old': { ...mastodon, version: '4.5.11', keys: 'stored_at_end' },
  'mastodon-2026': { ...mastodon, version: '4.6.0', keys: 'locked_fails_repeat' },
  'mastodon-fixed': { ...mastodon, version: '4.7.2', keys: 'locked' },
  pixelfed: {
    ...mastodon,
    software: 'pixelfed',
    signIn: 'passport',
    version: '0.12.5',
    keys: 'used_up',
    counts: 'codepoint',
    shortens: false,
    ids: 'serial',
    showsApplication: false,
    isPrecise: false,
    isGallery: true,
  },
  gotosocial: {
    ...mastodon,
    software: 'gotosocial',
    signIn: 'plain',
    version: '0.19.2',
    keys: 'ignored',
    counts: 'codepoint',
    shortens: false,
    maxCharacters: 5_000,
    maxMedia: 6,
    ids: 'ulid',
    refusal: 400,
    showsApplication: false,
    mixesMedia: true,
  },
  hollo: {
    ...mastodon,
    software: 'hollo',
    version: '0.6.20',
    keys: 'stored_at_end',
    maxCharacters: 10_000,
    maxMedia: 8,
    ids: 'uuid',
    mixesMedia: true,
    guardsList: false,
  },
  snac: {
    ...mastodon,
    software: 'snac',
    signIn: 'snac',
    mixesMedia: true,
    version: '2.75',
    keys: 'ignored',
    counts: 'codepoint',
    shortens: false,
    maxCharacters: 100_000,
    showsApplication: false,
    isPrecise: false,
    hasV2: false,
    guardsList: false,
  },
} as const satisfies Record<string, Variant>

export type VariantName = keyof typeof variants

/** The description that an instance gives of itself, with the members of the newer form and of the older one. */
export function describeInstance({ maxCharacters, maxMedia }: Variant, domain: string): JsonObject {
  return {
    domain,
    uri: domain,
    title: 'A pretend instance',
    configuration: {
      statuses: {
        max_characters: maxCharacters,
        max_media_attachments: maxMedia,
        characters_reserved_per_url: 23,
      },
      media_attachments: {
        supported_mime_types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4'],
        description_limit: 1_500,
        image_size_limit: imageBytes,
        image_matrix_limit: imagePixels,
        video_size_limit: videoBytes,
        video_matrix_limit: 2_304_000,
      },
      polls: {
        max_options: 4,
        max_characters_per_option: 50,
        min_expiration: 300,
        max_expiration: 2_629_746,
      },
    },
  }
}

export const imageBytes = 2_000_000
export const videoBytes = 4_000_000
export const imagePixels = 1_000_000
