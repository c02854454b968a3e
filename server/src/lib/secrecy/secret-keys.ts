import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'

/** SECRET_KEY, and beside it SECRET_KEY_BEFORE while the one is replaced by the other. */
export interface SecretKeys {
  /** Seals, signs and hashes everything new. */
  readonly current: Buffer
  /** Opens and verifies: the current key first, then the other one, if there is one. */
  readonly all: readonly [Buffer, ...Buffer[]]
  /** Whether SECRET_KEY has become the current key in place of SECRET_KEY_BEFORE, whose hashes may now be rewritten. */
  readonly hasRotated: boolean
}

/** The keys of a process, which learns from the database which of them is the current one. */
export interface ChangingSecretKeys extends SecretKeys {
  /** SECRET_KEY. */
  readonly given: Buffer
  /** SECRET_KEY_BEFORE. */
  readonly before: Buffer | null
  /** Makes the key with this check the current one. Answers false, and changes nothing, if it is neither. */
  use(check: string): boolean
}

/** SECRET_KEY is the current one until `use` says otherwise. */
export function createSecretKeys(given: Buffer, before: Buffer | null = null): ChangingSecretKeys {
  let current = given
  return {
    given,
    before,
    get current() {
      return current
    },
    get all(): readonly [Buffer, ...Buffer[]] {
      if (before === null) return [given]
      return current === given ? [given, before] : [before, given]
    },
    get hasRotated() {
      return before !== null && current === given
    },
    use: (check) => {
      const found = [given, ...(before ? [before] : [])].find((key) => isSameCheck(check, checkOf(key)))
      current = found ?? current
      return found !== undefined
    },
  }
}

/** A fingerprint of a key, stored in the database and in backups. It reveals nothing of the key. */
export function checkOf(key: Buffer): string {
  return createHmac('sha256', deriveKey(key, 'check')).update('crier').digest('hex')
}

/** The name of a key, which stands in what it sealed: the beginning of its check. */
export function keyIdOf(key: Buffer): string {
  return checkOf(key).slice(0, 12)
}

export function isSameCheck(kept: string, check: string): boolean {
  return kept.length === check.length && timingSafeEqual(Buffer.from(kept), Buffer.from(check))
}

/** Whether one of the keys signed it. Takes the same time for every wrong signature. */
export function isSigned(keys: SecretKeys, given: Buffer, sign: (key: Buffer) => Buffer): boolean {
  return keys.all.some((key) => {
    const right = sign(key)
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

const derived = new WeakMap<Buffer, Map<string, KeyObject>>()

/**
 * Derives a 32-byte key for one purpose from a secret key (HKDF-SHA-256). Keys are cached, because every request needs one.
 * They are KeyObjects, because with bytes `node:crypto` of Node 24 takes four times as long.
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
