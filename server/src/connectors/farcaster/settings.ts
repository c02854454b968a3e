import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** The settings that are stored with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The number of the account at Farcaster, which never changes. */
    fid: Type.Integer({ minimum: 1 }),
    /** Whether the account had Farcaster Pro when it was read last. */
    isPro: Type.Boolean({ default: false }),
    /** Everything that the signer may do, by Neynar's names; empty where it does not say. */
    permissions: Type.Array(Type.String(), { default: [] }),
  }),
  'This account was stored without its number.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

const credentials = stored(
  Type.Object({
    signerUuid: text,
    /** The person's own key; null where the operator's is used. */
    apiKey: nullable(text),
  }),
  'This account was stored without its signer.',
)

/** The name under which the signer is stored, by which a commit takes it along. */
export const signerCredential = 'signer_uuid'

export const { write: writeCredentials } = credentials

export function readCredentials(given: JsonObject) {
  return credentials.read(given)
}

/** Whether a signer with these permissions may do it. One that names none was made before Neynar told them. */
export function allows(permissions: readonly string[], permission: string): boolean {
  return permissions.length === 0 || permissions.some((name) => name === 'WRITE_ALL' || name === permission)
}
