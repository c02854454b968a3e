import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { deriveKey, keyIdOf, type SecretKeys } from './secret-keys.ts'

declare const listed: unique symbol

/** The table, column, workspace and row of a sealed value. Only a listed column has one: see `secrets/sealed-columns.ts`. */
export type SealedField = string & { readonly [listed]: true }

/**
 * Seals secrets for storage with envelope encryption: each record has a random AES-256-GCM key of its own, wrapped by a
 * key derived from SECRET_KEY. `place` is authenticated with it, so that a sealed value copied to another row does not open.
 * The value ends with the id of its secret key; older ones have none, and each key is tried.
 */
export interface Sealer {
  seal(plain: string, place: SealedField): string
  /** @throws when the key is missing, the value was changed, or it belongs elsewhere. */
  open(sealed: string, place: SealedField): string
}

const version = 'v1'

export function createSealer(keys: SecretKeys): Sealer {
  return {
    seal: (plain, place) => {
      const recordKey = randomBytes(32)
      const wrapped = encrypt(deriveKey(keys.current, 'seal'), recordKey, `${version}|key|${place}`)
      const body = encrypt(createSecretKey(recordKey), Buffer.from(plain, 'utf8'), `${version}|${place}`)
      const parts = [version, wrapped.toString('base64url'), body.toString('base64url')]
      return [...parts, keyIdOf(keys.current)].join('.')
    },
    open: (sealed, place) => {
      const [found, wrapped, body, id, ...rest] = sealed.split('.')
      if (found !== version || !wrapped || !body || id === '' || rest.length > 0)
        throw new Error('A sealed value has an unknown form.')
      const recordKey = unwrap(keysNamed(keys, id), Buffer.from(wrapped, 'base64url'), place)
      return decrypt(
        createSecretKey(recordKey),
        Buffer.from(body, 'base64url'),
        `${version}|${place}`,
      ).toString('utf8')
    },
  }
}

/** Seals a text that is kept for hours and outlives no change of the secret key: without a place, under a key for one purpose. */
export function sealBriefly(keys: SecretKeys, purpose: string, plain: string): string {
  return encrypt(deriveKey(keys.current, purpose), Buffer.from(plain, 'utf8'), purpose).toString('base64url')
}

/** @throws when no key opens it, or it was changed */
export function openBriefly(keys: SecretKeys, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  return firstOf(keys.all, (key) => decrypt(deriveKey(key, purpose), bytes, purpose)).toString('utf8')
}

/** The keys that may open a value with this id. @throws when it is the id of none. */
function keysNamed(keys: SecretKeys, id: string | undefined): readonly [Buffer, ...Buffer[]] {
  if (id === undefined) return keys.all
  const key = keys.all.find((each) => keyIdOf(each) === id)
  if (key) return [key]
  throw new Error(
    `A value was sealed with the key ${id}, which is neither SECRET_KEY nor SECRET_KEY_BEFORE of this process.`,
  )
}

function unwrap(keys: readonly [Buffer, ...Buffer[]], wrapped: Buffer, place: SealedField): Buffer {
  return firstOf(keys, (key) => decrypt(deriveKey(key, 'seal'), wrapped, `${version}|key|${place}`))
}

/** The result with the first key that opens. @throws the error with the last */
function firstOf([key, ...others]: readonly [Buffer, ...Buffer[]], open: (key: Buffer) => Buffer): Buffer {
  try {
    return open(key)
  } catch (error) {
    const [next, ...rest] = others
    if (next) return firstOf([next, ...rest], open)
    throw error
  }
}

function encrypt(key: KeyObject, plain: Buffer, bound: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: KeyObject, sealed: Buffer, bound: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(bound)).setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}
