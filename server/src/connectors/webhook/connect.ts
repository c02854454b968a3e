import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import { isReachableFor } from '../../lib/safe-fetch/public-address.ts'
import {
  type Account,
  type ConnectIo,
  Failure,
  type FormConnect,
  type Identified,
  type IdentifyIo,
  type Refreshed,
} from '../connector.ts'
import { sendMessage } from './api.ts'
import { type Receiver, readSettings, receiverOf, writeCredentials, writeSettings } from './settings.ts'

/** Connects a receiver by its address and a secret that it shares with Crier. */
export const connectByAddress: FormConnect = {
  kind: 'form',
  way: 'address',
  fields: Type.Object(
    {
      address: Type.String({
        title: 'Address of the receiver',
        description: 'An https address. It gets a test message at once, which it must answer with a success.',
        format: 'password',
        minLength: 1,
        maxLength: 2_000,
      }),
      secret: Type.String({
        title: 'Secret',
        description:
          'The receiver knows by it that a message is from Crier. Make it of whsec_ and 32 random letters and digits, such as a password manager gives you, and give it to the receiver first.',
        format: 'password',
        minLength: 1,
        maxLength: 200,
      }),
      name: Type.Optional(
        Type.String({
          title: 'Name',
          description: 'The name of the account in Crier. Left out, it is that of the server.',
          minLength: 1,
          maxLength: 100,
        }),
      ),
      knows_repeats: Type.Optional(
        Type.Boolean({
          title: 'The receiver knows a repeated message',
          description:
            'It makes one post of all messages with the same webhook-id, also while it is still at work on the first, for at least a day. Crier then sends a message again whose answer was lost. Otherwise it asks you.',
        }),
      ),
      deletes: Type.Optional(
        Type.Boolean({
          title: 'The receiver deletes posts',
          description: 'It deletes a post when it gets a message of the type post.delete.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  needsApp: false,
  needs: [],
  identify,
  refresh,
  // A receiver gives no access that could be ended there.
  revoke: async () => undefined,
}

async function identify(input: JsonObject, io: IdentifyIo): Promise<Identified> {
  const address = readAddress(textOf(input.address) ?? '')
  const secret = readSecret(textOf(input.secret) ?? '')
  const { origin, host } = new URL(address)
  const name = textOf(input.name)?.trim() || host
  const settings = writeSettings({
    origin,
    knowsRepeats: input.knows_repeats === true,
    deletes: input.deletes === true,
    servesMedia: isReachableFor(origin, io.publicUrl),
  })
  const credentials = writeCredentials({ path: address.slice(origin.length + 1), secret })
  await sendPing(name, receiverOf({ settings }, credentials), io)
  return {
    // An address may give access, so it names the profile by a hash. Workspaces may share a receiver.
    externalId: createHash('sha256').update(`${io.space}\n${address}`).digest('hex').slice(0, 32),
    username: name,
    displayName: name,
    avatarUrl: null,
    profileUrl: `${origin}/`,
    settings,
    credentials,
    expiresAt: null,
  }
}

function readAddress(given: string): string {
  const address = readWebAddress(given.trim())
  const { username = '', password = '', hash = '' } = address === null ? {} : new URL(address)
  if (address !== null && `${username}${password}${hash}` === '') return address
  throw new Failure(
    'invalid',
    'Give the whole address of the receiver, such as https://example.org/hooks/crier, without a name, a password or a #.',
  )
}

const keyBytes = { least: 24, most: 64 }

/** The form of Standard Webhooks, also without its `whsec_`. @throws Failure `invalid` */
function readSecret(given: string): string {
  const base64 = given.trim().replace(/^whsec_/, '')
  const key = Buffer.from(base64, 'base64')
  const whole = key.toString('base64')
  // Node reads over letters that are none of base64. The padding may be missing.
  const isWhole = ['', '=', '=='].some((padding) => `${base64}${padding}` === whole)
  if (isWhole && key.length >= keyBytes.least && key.length <= keyBytes.most) return `whsec_${whole}`
  throw new Failure(
    'invalid',
    'The secret is whsec_ and 24 to 64 random bytes in base64. 32 random letters and digits are such bytes.',
  )
}

function sendPing(name: string, receiver: Receiver, io: ConnectIo): Promise<void> {
  return sendMessage('ping', { account: { name } }, receiver, io)
}

/** Neither an address nor a secret ends. This finds out whether the receiver still takes messages. */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const { username } = account
  const settings = readSettings(account)
  try {
    await sendPing(username, receiverOf(account, credentials), io)
  } catch (error) {
    // A receiver that refuses a test message is of no use until somebody has done something about it.
    if (!(error instanceof Failure) || !['forbidden', 'invalid'].includes(error.kind)) throw error
    throw new Failure('unauthorized', error.words, { platformCode: error.platformCode, cause: error })
  }
  const profile = {
    username,
    displayName: null,
    avatarUrl: null,
    profileUrl: `${settings.origin}/`,
    settings: writeSettings({ ...settings, servesMedia: isReachableFor(settings.origin, io.publicUrl) }),
  }
  return { credentials, expiresAt: null, profile }
}
