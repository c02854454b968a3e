import { type Static, Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** The settings that are stored with an account; anybody who may see the account may see them. */
const settings = Type.Object({
  /** The name in the address of the profile, without its @; null where no permission shows it. */
  handle: nullable(text),
  /** The scopes that were given. */
  granted: Type.Array(Type.String(), { default: [] }),
  /** Whether TikTok has audited the operator's app, by the operator's word; null where there is none. */
  audit: nullable(Type.Union([Type.Literal('passed'), Type.Literal('none')])),
  /** The account as it was when it was last looked at. It is asked again before each post. */
  privacies: Type.Array(Type.String(), { default: [] }),
  commentsOff: Type.Boolean({ default: false }),
  duetsOff: Type.Boolean({ default: false }),
  stitchesOff: Type.Boolean({ default: false }),
  longestVideoMs: nullable(Type.Integer({ minimum: 1 })),
})

export type Settings = Static<typeof settings>

const kept = stored(settings, 'This account was stored without its settings.')

export const writeSettings = kept.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>): Settings {
  return kept.read(given)
}

/**
 * The permissions of the API. Posting and handing over drafts are two.
 * Source: developers.tiktok.com/doc/tiktok-api-scopes.
 */
export const scopes = {
  identify: 'user.info.basic',
  name: 'user.info.profile',
  post: 'video.publish',
  draft: 'video.upload',
  list: 'video.list',
} as const

export function mayDo(ability: keyof typeof scopes, granted: readonly string[]): boolean {
  return granted.includes(scopes[ability])
}

const credentials = stored(
  Type.Object({
    accessToken: text,
    refreshToken: text,
    /** In milliseconds since 1970. */
    expiresAt: nullable(Type.Number()),
  }),
  'This account was stored without its access.',
)

export const writeCredentials = credentials.write
export const readCredentials = credentials.read

export function readToken(given: JsonObject): string {
  return credentials.read(given).accessToken
}

/** The page of the profile; that of TikTok where its name is not known. */
export function profileUrlOf(handle: string | null): string {
  return handle === null ? 'https://www.tiktok.com/' : `https://www.tiktok.com/@${encodeURIComponent(handle)}`
}
