import { createHash } from 'node:crypto'
import { schnorr } from '@noble/curves/secp256k1.js'
import { asObject, isArray, type Json } from '../../lib/json/json.ts'

/** A signed event. Its id is the hash of everything but the signature. Source: NIP-01. */
export type NostrEvent = {
  readonly id: string
  readonly pubkey: string
  readonly created_at: number
  readonly kind: number
  readonly tags: readonly string[][]
  readonly content: string
  readonly sig: string
}

export type Unsigned = Pick<NostrEvent, 'created_at' | 'kind' | 'tags' | 'content'>

/** The kinds of events that are made or read here. */
export const kinds = {
  profile: 0,
  note: 1,
  deletion: 5,
  relayList: 10_002,
  mediaServers: 10_063,
  signIn: 22_242,
  upload: 24_242,
} as const

/** The public key of a secret one; null where it is no key of the curve. */
export function publicKeyOf(secretKey: string): string | null {
  try {
    return Buffer.from(schnorr.getPublicKey(Buffer.from(secretKey, 'hex'))).toString('hex')
  } catch {
    return null
  }
}

export function signEvent(event: Unsigned, secretKey: string): NostrEvent {
  const secret = Buffer.from(secretKey, 'hex')
  const pubkey = Buffer.from(schnorr.getPublicKey(secret)).toString('hex')
  const id = hashOf({ ...event, pubkey })
  return {
    ...event,
    id: id.toString('hex'),
    pubkey,
    sig: Buffer.from(schnorr.sign(id, secret)).toString('hex'),
  }
}

/** An event whose id and signature are right; null for anything else. */
export function readEvent(given: Json | undefined): NostrEvent | null {
  const { id, pubkey, created_at, kind, tags, content, sig } = asObject(given ?? null) ?? {}
  if (!isHex(id, 64) || !isHex(pubkey, 64) || !isHex(sig, 128)) return null
  if (!Number.isSafeInteger(created_at) || !Number.isSafeInteger(kind) || typeof content !== 'string')
    return null
  if (!isArray(tags) || !tags.every(isTag)) return null
  const event = { id, pubkey, created_at: Number(created_at), kind: Number(kind), tags, content, sig }
  const hash = hashOf(event)
  const isRight = hash.toString('hex') === id
  const [signature, key] = [Buffer.from(sig, 'hex'), Buffer.from(pubkey, 'hex')]
  return isRight && schnorr.verify(signature, hash, key) ? event : null
}

function isTag(tag: Json): tag is string[] {
  return isArray(tag) && tag.every((part) => typeof part === 'string')
}

function isHex(value: Json | undefined, length: number): value is string {
  return typeof value === 'string' && value.length === length && /^[0-9a-f]+$/.test(value)
}

function hashOf({ pubkey, created_at, kind, tags, content }: Unsigned & { pubkey: string }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([0, pubkey, created_at, kind, tags, content]))
    .digest()
}

/** A text as events carry it: the form that is hashed spells out no control characters but breaks of lines and tabs. */
export function cleanContent(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')
}
