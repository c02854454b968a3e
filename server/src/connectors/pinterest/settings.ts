import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'

/** Where an app may publish: apps with trial access in the sandbox alone. */
export type Environment = 'production' | 'sandbox'

export const StoredEnvironment = Type.Union([Type.Literal('production'), Type.Literal('sandbox')], {
  default: 'production',
})

/** The settings that are stored with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    environment: StoredEnvironment,
    /** The scopes that were given. */
    granted: Type.Array(Type.String(), { default: [] }),
  }),
  'This account was stored without its settings.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

export function isSandbox(account: Pick<Account, 'settings'>): boolean {
  return readSettings(account).environment === 'sandbox'
}

export const { read: readCredentials, write: writeCredentials } = stored(
  Type.Object({ accessToken: text, refreshToken: text }),
  'This account was stored without its access.',
)

export function readToken(given: JsonObject): string {
  return readCredentials(given).accessToken
}
