import { createHash, randomBytes } from 'node:crypto'
import { schnorr } from '@noble/curves/secp256k1.js'
import type { Json } from '../../../lib/json/json.ts'

/** An event as the fake keeps it. */
export type FakeEvent = {
  readonly id: string
  readonly pubkey: string
  readonly created_at: number
  readonly kind: number
  readonly tags: readonly (readonly string[])[]
  readonly content: string
  readonly sig: string
}

const members = ['content', 'created_at', 'id', 'kind', 'pubkey', 'sig', 'tags']

/** The first thing that is wrong with an event by NIP-01; null where nothing is. */
export function faultOf(given: Json): string | null {
  if (typeof given !== 'object' || given === null) return 'it is no object'
  const names = Object.keys(given).sort()
  if (names.join() !== members.join()) return `it has the members ${names.join(', ')}`
  const event = given as FakeEvent
  for (const [name, length] of [
    ['id', 64],
    ['pubkey', 64],
    ['sig', 128],
  ] as const)
    if (!new RegExp(`^[0-9a-f]{${length}}$`).test(String(event[name])))
      return `its ${name} is not lower-case hex`
  if (!Number.isInteger(event.created_at) || !Number.isInteger(event.kind)) return 'a number is not whole'
  const isStrings = (tag: unknown) =>
    Array.isArray(tag) && tag.length > 0 && tag.every((one) => typeof one === 'string')
  if (!Array.isArray(event.tags) || !event.tags.every(isStrings)) return 'a tag is no list of texts'
  const escaped = writeByRules(event)
  const hash = createHash('sha256').update(escaped).digest()
  if (hash.toString('hex') !== event.id) return 'its id is not its hash'
  return schnorr.verify(Buffer.from(event.sig, 'hex'), hash, Buffer.from(event.pubkey, 'hex'))
    ? null
    : 'its signature is not that of the key'
}

/** The form that is hashed, letter by letter as NIP-01 says it, and not as any writer of JSON does. */
function writeByRules({ pubkey, created_at, kind, tags, content }: FakeEvent): string {
  const list = `[${tags.map((tag) => `[${tag.map(quote).join(',')}]`).join(',')}]`
  return `[0,${quote(pubkey)},${created_at},${kind},${list},${quote(content)}]`
}

const escapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '"': '\\"',
  '\\': '\\\\',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
}

function quote(text: string): string {
  return `"${Array.from(text, (letter) => escapes[letter] ?? letter).join('')}"`
}

/** A person with a key. */
export interface FakePerson {
  readonly secretKey: string
  readonly pubkey: string
  sign(event: Partial<FakeEvent> & Pick<FakeEvent, 'kind'>): FakeEvent
}

export function makePerson(secret: Uint8Array = randomBytes(32)): FakePerson {
  const pubkey = Buffer.from(schnorr.getPublicKey(secret)).toString('hex')
  return {
    secretKey: Buffer.from(secret).toString('hex'),
    pubkey,
    sign: (given) => {
      const event = { created_at: Math.floor(Date.now() / 1_000), tags: [], content: '', ...given, pubkey }
      const hash = createHash('sha256')
        .update(writeByRules({ ...event, id: '', sig: '' }))
        .digest()
      const sig = Buffer.from(schnorr.sign(hash, secret)).toString('hex')
      return { ...event, id: hash.toString('hex'), sig }
    },
  }
}
