import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSealer, openBriefly, type SealedField, sealBriefly } from '../../src/lib/secrecy/seal.ts'
import {
  checkOf,
  createSecretKeys,
  deriveKey,
  isSameCheck,
  isSigned,
  keyIdOf,
} from '../../src/lib/secrecy/secret-keys.ts'
import { sealedIn } from '../../src/secrets/sealed-columns.ts'

describe('#20 a sealed value', () => {
  const place = sealedIn('connections.credentials', 'w', 'a')
  const [keyA, keyB] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  const sealer = createSealer(createSecretKeys(keyA))

  it('opens with its key, in its place and whole, and not with any bit of it changed', () => {
    const sealed = sealer.seal('{"token":"hunter2"}', place)
    expect(sealer.open(sealed, place)).toBe('{"token":"hunter2"}')
    const [version = '', ...parts] = sealed.split('.')
    let tried = 0
    for (const [which, part] of parts.entries()) {
      const bytes = Buffer.from(part, 'base64url')
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const changed = Buffer.from(bytes)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const other = parts.map((each, index) => (index === which ? changed.toString('base64url') : each))
        expect(() => sealer.open([version, ...other].join('.'), place)).toThrow()
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(800)
    // Without the id of its key it is a value from before there were ids.
    const withoutId = sealed.lastIndexOf('.')
    for (let length = 0; length < sealed.length - 1; length += 1) {
      if (length === withoutId) continue
      expect(() => sealer.open(sealed.slice(0, length), place)).toThrow()
    }
  })

  it('opens nowhere else: with another key, in another place, with parts of another', () => {
    const [one, two] = [sealer.seal('one', place), sealer.seal('two', place)]
    for (const other of [
      'connections|credentials|w|b',
      'connections|credentials|v|a',
      'x|credentials|w|a',
      '',
    ])
      expect(() => sealer.open(one, other as SealedField)).toThrow()
    expect(() => createSealer(createSecretKeys(keyB)).open(one, place)).toThrow()
    const [version, key, , id] = one.split('.')
    expect(() => sealer.open([version, key, two.split('.')[2], id].join('.'), place)).toThrow()
    for (const wrong of ['', '.', '..', 'v1', 'v1..', 'v2.AA.AA', 'v1.AA.AA', `${one}.`, `${one}.x`, 'null'])
      expect(() => sealer.open(wrong, place)).toThrow()
    // Equal words are sealed differently each time.
    expect(new Set(Array.from({ length: 50 }, () => sealer.seal('one', place))).size).toBe(50)
  })

  it('opens under the key before too, and never under one that is neither', () => {
    const old = sealer.seal('one', place)
    const both = createSecretKeys(keyB, keyA)
    const next = createSealer(both)
    expect(old.endsWith(`.${keyIdOf(keyA)}`)).toBe(true)
    expect(next.open(old, place)).toBe('one')
    expect(next.open(old.slice(0, old.lastIndexOf('.')), place)).toBe('one')
    const fresh = next.seal('two', place)
    expect(fresh.endsWith(`.${keyIdOf(keyB)}`)).toBe(true)
    expect(() => sealer.open(fresh, place)).toThrow(
      `sealed with the key ${keyIdOf(keyB)}, which is neither SECRET_KEY nor SECRET_KEY_BEFORE`,
    )
    // The id names the key and is no proof: with another name on it, the value does not open.
    const renamed = old.replace(keyIdOf(keyA), keyIdOf(keyB))
    expect(() => next.open(renamed, place)).toThrow()
    // Until SECRET_KEY is the current key, the one before seals, so that a process without the new one can read it.
    both.use(checkOf(keyA))
    expect(sealer.open(next.seal('three', place), place)).toBe('three')
    expect(both.use(checkOf(Buffer.alloc(32, 9)))).toBe(false)
  })
})

describe('#20 a text that is sealed briefly', () => {
  const [keyA, keyB] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  const keys = createSecretKeys(keyA)

  it('opens for its purpose under its key or the one before, and not with a bit of it changed', () => {
    const sealed = sealBriefly(keys, 'answers', 'hunter2')
    expect(openBriefly(keys, 'answers', sealed)).toBe('hunter2')
    expect(openBriefly(createSecretKeys(keyB, keyA), 'answers', sealed)).toBe('hunter2')
    expect(() => openBriefly(keys, 'letters', sealed)).toThrow()
    expect(() => openBriefly(createSecretKeys(keyB), 'answers', sealed)).toThrow()
    const bytes = Buffer.from(sealed, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => openBriefly(keys, 'answers', changed.toString('base64url'))).toThrow()
    }
    // A nonce of 96 bits and a tag of 128 stand around the text.
    expect(bytes).toHaveLength(12 + 'hunter2'.length + 16)
  })
})

describe('#20 the secret keys of a process', () => {
  const [keyA, keyB] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]

  it('make another key for each purpose by HKDF, and the same one each time', () => {
    const bytes = (key: Buffer, purpose: string) => deriveKey(key, purpose).export().toString('hex')
    expect(bytes(keyA, 'seal')).toBe(
      Buffer.from(hkdfSync('sha256', keyA, '', 'crier seal', 32)).toString('hex'),
    )
    expect(deriveKey(keyA, 'seal')).toBe(deriveKey(keyA, 'seal'))
    const all = [bytes(keyA, 'seal'), bytes(keyA, 'check'), bytes(keyB, 'seal'), bytes(keyB, 'check')]
    expect(new Set(all).size).toBe(4)
  })

  it('are known by a check, whose beginning is their id', () => {
    const check = createHmac('sha256', deriveKey(keyA, 'check')).update('crier').digest('hex')
    expect(checkOf(keyA)).toBe(check)
    expect(keyIdOf(keyA)).toBe(check.slice(0, 12))
    expect(isSameCheck(check, checkOf(keyA))).toBe(true)
    expect(isSameCheck(check, checkOf(keyB))).toBe(false)
    expect(isSameCheck(check, check.slice(1))).toBe(false)
  })

  it('say which is current, which open, and whether one has taken the place of the other', () => {
    const alone = createSecretKeys(keyA)
    expect([alone.current, alone.all, alone.hasRotated, alone.before]).toEqual([keyA, [keyA], false, null])
    const both = createSecretKeys(keyB, keyA)
    expect([both.current, both.all, both.hasRotated]).toEqual([keyB, [keyB, keyA], true])
    expect(both.use(checkOf(keyA))).toBe(true)
    expect([both.current, both.all, both.hasRotated]).toEqual([keyA, [keyA, keyB], false])
    expect(both.use('x')).toBe(false)
    expect(both.current).toBe(keyA)
    expect(both.use(checkOf(keyB))).toBe(true)
    expect(both.current).toBe(keyB)
  })

  it('verify what either of them signed, whole', () => {
    const sign = (key: Buffer) => createHmac('sha256', key).update('x').digest()
    const both = createSecretKeys(keyB, keyA)
    expect(isSigned(both, sign(keyA), sign)).toBe(true)
    expect(isSigned(both, sign(keyB), sign)).toBe(true)
    expect(isSigned(createSecretKeys(keyB), sign(keyA), sign)).toBe(false)
    expect(isSigned(both, sign(keyA).subarray(1), sign)).toBe(false)
    expect(isSigned(both, Buffer.alloc(0), sign)).toBe(false)
  })
})
