import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'

/** The settings that are stored with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The origin of the receiver. The rest of its address may give access by itself. */
    origin: text,
    /** Whether the receiver makes one post of any number of messages with one id. */
    knowsRepeats: Type.Boolean({ default: false }),
    /** Whether the receiver deletes posts. */
    deletes: Type.Boolean({ default: false }),
    /** Whether Crier had an address, when the account was connected, from which this receiver can fetch media. */
    servesMedia: Type.Boolean({ default: true }),
  }),
  'This account was stored without its receiver.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

const credentials = stored(
  Type.Object({
    /** The address of the receiver after its origin and a slash: with its query it may give access by itself. */
    path: Type.String(),
    /** As Standard Webhooks writes it: `whsec_` and base64. */
    secret: text,
  }),
  'This account was stored without its secret.',
)

export const writeCredentials = credentials.write

/** Where messages go, and how they are signed. */
export interface Receiver {
  readonly address: string
  readonly path: string
  readonly secret: string
}

export function receiverOf(account: Pick<Account, 'settings'>, given: JsonObject): Receiver {
  const { path, secret } = credentials.read(given)
  return { address: `${readSettings(account).origin}/${path}`, path, secret }
}
