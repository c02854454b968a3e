import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/**
 * Seals secrets for storage with envelope encryption: each record has a random AES-256-GCM key of its own, wrapped by a
 * key derived from SECRET_KEY. `place` (table, column, workspace, row) is authenticated with it, so that a sealed value
 * copied to another row does not open.
 */
export interface Sealer {
  seal(plain: string, place: string): string
  /** @throws when the key is wrong, the value was changed, or it belongs elsewhere. */
  open(sealed: string, place: string): string
}

const version = 'v1'

export function createSealer(secretKey: Buffer): Sealer {
  const wrappingKey = deriveKey(secretKey, 'seal')
  return {
    seal: (plain, place) => {
      const recordKey = randomBytes(32)
      const wrapped = encrypt(wrappingKey, recordKey, `${version}|key|${place}`)
      const body = encrypt(createSecretKey(recordKey), Buffer.from(plain, 'utf8'), `${version}|${place}`)
      return [version, wrapped.toString('base64url'), body.toString('base64url')].join('.')
    },
    open: (sealed, place) => {
      const [found, wrapped, body] = sealed.split('.')
      if (found !== version || !wrapped || !body) throw new Error('A sealed value has an unknown form.')
      const recordKey = decrypt(wrappingKey, Buffer.from(wrapped, 'base64url'), `${version}|key|${place}`)
      return decrypt(
        createSecretKey(recordKey),
        Buffer.from(body, 'base64url'),
        `${version}|${place}`,
      ).toString('utf8')
    },
  }
}

const derived = new WeakMap<Buffer, Map<string, KeyObject>>()

/**
 * Derives a 32-byte key for one purpose from SECRET_KEY (HKDF-SHA-256). Keys are cached, because every request needs one. They
 * are KeyObjects, because with bytes `node:crypto` of Node 24 takes four times as long.
 */
export function deriveKey(secretKey: Buffer, purpose: string): KeyObject {
  const known = derived.get(secretKey) ?? new Map<string, KeyObject>()
  derived.set(secretKey, known)
  const key =
    known.get(purpose) ??
    createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', `crier ${purpose}`, 32)))
  known.set(purpose, key)
  return key
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
