import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { googleScopePrefix } from '../kit/google/google-login.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** The settings that are stored with a channel; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The playlist of everything that the channel has uploaded; it begins with `UU`. */
    uploads: text,
    /** The client id of the operator's app: uploads are counted for its project. */
    clientId: Type.String({ default: '' }),
    uploadsPerDay: Type.Integer({ minimum: 1, default: 100 }),
    /** Whether the channel is verified, by YouTube's word on long videos; null where it does not say. */
    isVerified: nullable(Type.Boolean()),
    /** The scopes that were given. */
    granted: Type.Array(Type.String(), { default: [] }),
  }),
  'This channel was stored without its settings.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

const managing = ['youtube', 'youtube.force-ssl']
const abilities = {
  publish: [...managing, 'youtube.upload'],
  read: [...managing, 'youtube.readonly'],
  manage: managing,
} as const

/** Whether the scopes that were given are enough to publish, to read, or to change and delete. */
export function mayDo(ability: keyof typeof abilities, granted: readonly string[]): boolean {
  return abilities[ability].some((scope) => granted.includes(googleScopePrefix + scope))
}

const credentials = stored(
  Type.Object({ accessToken: text, refreshToken: text }),
  'This channel was stored without its access.',
)

export const writeCredentials = credentials.write
export const readCredentials = credentials.read

export function readToken(given: JsonObject): string {
  return credentials.read(given).accessToken
}
