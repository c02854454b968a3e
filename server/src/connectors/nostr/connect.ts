import { Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import { readServerOrigin } from '../../lib/settings/server-origin.ts'
import { sentence, word } from '../../lib/text/sentence.ts'
import {
  type Account,
  type ConnectIo,
  Failure,
  type FormConnect,
  type Identified,
  type Refreshed,
} from '../connector.ts'
import { publicKeyOf } from './event.ts'
import { readSecretKey } from './names.ts'
import { mediaServerOf, readProfile, readTold, type Told, writeRelaysOf } from './profile.ts'
import { mostRelays, readRelay } from './relay-address.ts'
import { readKey, readSettings, writeCredentials, writeSettings } from './settings.ts'

/** Relays that know the lists of very many accounts, and are asked where a person names none. */
export const knownRelays = [
  'wss://purplepag.es',
  'wss://relay.damus.io',
  'wss://nos.lol',
  'wss://relay.primal.net',
]

/** Connects an account by its secret key. */
export const connectByKey: FormConnect = {
  kind: 'form',
  way: 'secret_key',
  fields: Type.Object(
    {
      secret_key: Type.String({
        title: 'Secret key',
        description:
          'The key of the account, nsec1…. Whoever has it is the account for ever: nobody can change or end it.',
        format: 'password',
        minLength: 1,
        maxLength: 200,
      }),
      relays: Type.Optional(
        Type.String({
          title: 'Relays',
          description:
            'Up to ten addresses, such as wss://relay.example.org, with spaces between them. Left empty, the list that the account has published is used.',
          maxLength: 2_000,
        }),
      ),
      media_server: Type.Optional(
        Type.String({
          title: 'Media server',
          description:
            'The Blossom server that takes pictures and videos, such as https://blossom.example.org. Left empty, the list that the account has published is used.',
          maxLength: 300,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  needsApp: false,
  needs: [],
  identify,
  refresh,
  // Nothing can end a key. README.md says what its owner can do.
  revoke: async () => undefined,
}

async function identify(input: JsonObject, io: ConnectIo): Promise<Identified> {
  const secretKey = readSecretKey(textOf(input.secret_key) ?? '')
  const publicKey = secretKey === null ? null : publicKeyOf(secretKey)
  if (secretKey === null || publicKey === null)
    throw new Failure('invalid', 'Copy the whole secret key, and nothing else. It begins with nsec1.')
  const typed = readRelays(textOf(input.relays) ?? '')
  const typedServer = readMediaServer(textOf(input.media_server) ?? '')
  const key = { publicKey, secretKey }
  const { relays, told } =
    typed.length > 0 ? { relays: typed, told: await askAll(typed, key, io) } : await findRelays(key, io)
  const profile = await readProfile(told, publicKey, io)
  const settings = writeSettings({
    relays,
    isFromList: typed.length === 0,
    mediaServer: typedServer ?? mediaServerOf(told),
  })
  const credentials = writeCredentials({ secretKey })
  return { ...profile, externalId: publicKey, settings, credentials, expiresAt: null }
}

interface Key {
  readonly publicKey: string
  readonly secretKey: string
}

function readRelays(text: string): string[] {
  const named = text.split(/[\s,]+/).filter((each) => each !== '')
  const addresses = named.map((each) => {
    const read = readRelay(each)
    if ('fault' in read) throw new Failure('invalid', read.fault)
    return read.address
  })
  const relays = [...new Set(addresses)]
  if (relays.length <= mostRelays) return relays
  throw new Failure('invalid', sentence('Name up to {max} relays.', { max: mostRelays }))
}

function readMediaServer(text: string): string | null {
  if (text.trim() === '') return null
  const read = readServerOrigin(text, 'https://blossom.example.org')
  if ('fault' in read) throw new Failure('invalid', read.fault)
  return read.origin
}

/** A relay that a person names must answer: a wrong letter in its address would be found at the first post otherwise. */
async function askAll(relays: readonly string[], key: Key, io: ConnectIo): Promise<Told> {
  const told = await readTold(relays, key.publicKey, key.secretKey, io)
  const [silent] = told.silent
  if (silent) throw withoutAnswer(silent)
  return told
}

async function findRelays(key: Key, io: ConnectIo): Promise<{ relays: string[]; told: Told }> {
  const known = await askSome(knownRelays, key, io)
  const relays = writeRelaysOf(known)
  if (relays.length === 0)
    throw new Failure('invalid', 'This account has published no list of relays. Name at least one.')
  const own = await askSome(relays, key, io)
  const events = [...own.events, ...known.events].sort((one, other) => other.created_at - one.created_at)
  return { relays, told: { ...own, events } }
}

async function askSome(relays: readonly string[], key: Key, io: ConnectIo): Promise<Told> {
  const told = await readTold(relays, key.publicKey, key.secretKey, io)
  const [silent] = told.silent
  if (silent && told.silent.length === relays.length) throw withoutAnswer(silent)
  return told
}

function withoutAnswer({ relay, failure }: Told['silent'][number]): Failure {
  const text = sentence('The relay {relay} does not answer as one. {why}', {
    relay,
    why: word(failure.words),
  })
  return new Failure('unavailable', text, { cause: failure })
}

/** A key has no end. This reads the profile again, and the relays where they are those of the account's list. */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const { externalId: publicKey } = account
  const { relays, isFromList, mediaServer } = readSettings(account)
  const told = await askSome(relays, { publicKey, secretKey: readKey(credentials) }, io)
  const listed = isFromList ? writeRelaysOf(told) : []
  const settings = writeSettings({
    relays: listed.length > 0 ? listed : relays,
    isFromList,
    mediaServer: mediaServer ?? mediaServerOf(told),
  })
  return { credentials, expiresAt: null, profile: { ...(await readProfile(told, publicKey, io)), settings } }
}
