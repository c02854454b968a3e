import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { parseStorable } from '../../lib/json/storable-json.ts'
import { readServerOrigin } from '../../lib/settings/server-origin.ts'
import { type ConnectIo, Failure, type Profile } from '../connector.ts'
import { kinds, type NostrEvent } from './event.ts'
import { nameKey, pageOf } from './names.ts'
import { readFrom } from './relay.ts'
import { mostRelays, readRelay } from './relay-address.ts'

/** The events in which the owner of a key has told relays of themself. */
export interface Told {
  /** The newest first. */
  readonly events: readonly NostrEvent[]
  /** The relays that did not answer, each with its reason. */
  readonly silent: readonly { readonly relay: string; readonly failure: Failure }[]
}

/** Asks these relays for what the owner of a key has told them. */
export async function readTold(
  relays: readonly string[],
  publicKey: string,
  secretKey: string,
  io: ConnectIo,
): Promise<Told> {
  const filter = { authors: [publicKey], kinds: [kinds.profile, kinds.relayList, kinds.mediaServers] }
  const asked = relays.map((relay) => readFrom(relay, filter, secretKey, io))
  const answers = await Promise.allSettled(asked)
  const silent = answers.flatMap((answer, index) => {
    if (answer.status === 'fulfilled') return []
    if (!(answer.reason instanceof Failure)) throw answer.reason
    return [{ relay: relays[index] ?? '', failure: answer.reason }]
  })
  const events = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const own = events.filter(({ pubkey }) => pubkey === publicKey)
  return { events: own.sort((one, other) => other.created_at - one.created_at), silent }
}

function newest({ events }: Told, kind: number): NostrEvent | undefined {
  return events.find((event) => event.kind === kind)
}

/** The relays to which the owner of the key writes. Source: NIP-65. */
export function writeRelaysOf(told: Told): string[] {
  const tags = newest(told, kinds.relayList)?.tags ?? []
  const written = tags.filter(([name, , use]) => name === 'r' && (use === undefined || use !== 'read'))
  const read = written.map(([, address = '']) => readRelay(address))
  const addresses = read.flatMap((one) => ('address' in one ? [one.address] : []))
  return [...new Set(addresses)].slice(0, mostRelays)
}

/** The first media server of the owner's list; null without one. Source: BUD-03 of github.com/hzrd149/blossom. */
export function mediaServerOf(told: Told): string | null {
  const tags = newest(told, kinds.mediaServers)?.tags ?? []
  const [, address = ''] = tags.find(([name]) => name === 'server') ?? []
  const read = readServerOrigin(address, '')
  return 'origin' in read ? read.origin : null
}

/** The profile as people see it. Sources: NIP-01 and NIP-24 for the event, NIP-05 for a name that a domain vouches for. */
export async function readProfile(
  told: Told,
  publicKey: string,
  io: ConnectIo,
): Promise<Omit<Profile, 'settings' | 'displayName'> & { displayName: string }> {
  const about = asObject(parseStorable(newest(told, kinds.profile)?.content ?? '')) ?? {}
  const npub = nameKey(publicKey)
  const name = textOf(about.name) ?? `${npub.slice(0, 12)}…${npub.slice(-6)}`
  const vouched = await readVouchedName(textOf(about.nip05), publicKey, io)
  return {
    username: vouched ?? name,
    displayName: textOf(about.display_name) ?? name,
    avatarUrl: readWebAddress(textOf(about.picture)),
    profileUrl: pageOf(npub),
  }
}

/** The name where its domain says that it is that of the key; else null. */
async function readVouchedName(
  given: string | null,
  publicKey: string,
  io: ConnectIo,
): Promise<string | null> {
  const [, local = '', domain = ''] = /^([a-z0-9._-]{1,64})@([a-z0-9.-]{3,200})$/i.exec(given ?? '') ?? []
  const url = `https://${domain}/.well-known/nostr.json?name=${local}`
  if (domain === '' || !URL.canParse(url)) return null
  const names = await io
    .fetch({ method: 'GET', url, headers: {}, body: null }, { timeoutMs: 5_000, maxBytes: 100_000 })
    .then(({ json }): JsonObject | null => asObject(asObject(json)?.names))
    .catch((error: unknown) => {
      if (error instanceof Failure) return null
      throw error
    })
  if (names === null || !Object.hasOwn(names, local) || names[local] !== publicKey) return null
  return local === '_' ? domain : `${local}@${domain}`
}
