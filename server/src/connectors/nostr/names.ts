import { readBech32, writeBech32 } from './bech32.ts'

// Names of keys and events for people. Source: NIP-19.

const special = 0
const relay = 1
const author = 2

/** The name of a public key. */
export function nameKey(publicKey: string): string {
  return writeBech32('npub', Buffer.from(publicKey, 'hex'))
}

/** A page of a program on the web that shows a key or an event by its name. */
export function pageOf(name: string): string {
  return `https://njump.me/${name}`
}

/** The name of an event, with a relay that has it and its author. */
export function nameEvent(event: { readonly id: string; readonly pubkey: string }, relayUrl: string): string {
  const parts: readonly (readonly [number, Buffer])[] = [
    [special, Buffer.from(event.id, 'hex')],
    [relay, Buffer.from(relayUrl)],
    [author, Buffer.from(event.pubkey, 'hex')],
  ]
  // A length is one byte.
  const fitting = parts.filter(([, bytes]) => bytes.length < 256)
  return writeBech32(
    'nevent',
    Buffer.concat(fitting.flatMap(([type, bytes]) => [Buffer.from([type, bytes.length]), bytes])),
  )
}

/** A secret key in hex, from its name `nsec1…` or from hex; null for anything else. */
export function readSecretKey(text: string): string | null {
  const given = text.trim()
  if (/^[0-9a-f]{64}$/i.test(given)) return given.toLowerCase()
  return hexOf(readBech32('nsec', given))
}

/** The key or the event that a name stands for, in hex. */
export interface Named {
  readonly kind: 'key' | 'event'
  readonly hex: string
}

/** Reads `npub1…`, `nprofile1…`, `note1…` and `nevent1…`; null for anything else. */
export function readName(name: string): Named | null {
  const prefix = /^[a-z]+(?=1)/.exec(name)?.[0] ?? ''
  const kind = prefix === 'npub' || prefix === 'nprofile' ? 'key' : 'event'
  if (!['npub', 'nprofile', 'note', 'nevent'].includes(prefix)) return null
  const bytes = readBech32(prefix, name)
  const hex = hexOf(prefix === 'npub' || prefix === 'note' ? bytes : bytes && specialOf(bytes))
  return hex === null ? null : { kind, hex }
}

/** The main part of a name that has several. */
function specialOf(bytes: Uint8Array): Uint8Array | null {
  for (let at = 0; at + 2 <= bytes.length; ) {
    const [type, length = 0] = bytes.subarray(at, at + 2)
    if (type === special) return bytes.subarray(at + 2, at + 2 + length)
    at += 2 + length
  }
  return null
}

function hexOf(bytes: Uint8Array | null): string | null {
  return bytes?.length === 32 ? Buffer.from(bytes).toString('hex') : null
}
