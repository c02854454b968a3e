import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { hashKey, isWellFormedKey, makeKey } from '../../src/api-keys/key-form.ts'
import { createSecretKeys, deriveKey } from '../../src/lib/secrecy/secret-keys.ts'
import { newEndpointSecret, signatureHeaders } from '../../src/lib/secrecy/webhook-signature.ts'
import { readUploadUrl, signUploadUrl, type UploadGrant } from '../../src/media/intake/upload-url.ts'

const [one, two] = [randomBytes(32), randomBytes(32)]
const keys = createSecretKeys(one)
const grant: UploadGrant = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30',
  mediaId: 'w/live/picture.jpg',
  workspaceId: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21',
  mimeType: 'image/jpeg',
  sizeBytes: 5_000,
  expiresAt: new Date('2026-03-01T09:00:00.000Z'),
}

describe('an upload URL', () => {
  const signed = (method: 'PUT' | 'tus' = 'PUT', with_ = keys) =>
    new URL(signUploadUrl(grant, 'https://crier.example.org', with_, method))
  const read = (url: URL, method: 'PUT' | 'tus' = 'PUT', with_ = keys) =>
    readUploadUrl(url.pathname.split('/').at(-1) ?? '', url.searchParams, with_, method)

  it('is read as what it was signed for, by its own method, at its own path', () => {
    expect(signed().pathname).toBe(`/v1/media/uploads/${grant.id}`)
    expect(signed('tus').pathname).toBe(`/v1/media/tus/${grant.id}`)
    expect(read(signed())).toEqual(grant)
    expect(read(signed('tus'), 'tus')).toEqual(grant)
    expect(read(signed('tus'))).toBeNull()
    expect(read(signed(), 'tus')).toBeNull()
  })

  it('is read by the default method where none is named', () => {
    const url = new URL(signUploadUrl(grant, 'https://crier.example.org', keys))
    expect(url.href).toBe(signed().href)
    expect(readUploadUrl(grant.id, url.searchParams, keys)).toEqual(grant)
  })

  it('is none with any part changed, doubled, added or left out', () => {
    const others: Record<string, string> = {
      media_id: 'w/live/other.jpg',
      workspace: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b22',
      type: 'image/png',
      size: '5001',
      expires: '2026-03-01T09:00:01.000Z',
      signature: 'A'.repeat(43),
    }
    for (const [name, value] of Object.entries(others)) {
      const [changed, doubled, lacking] = [signed(), signed(), signed()]
      changed.searchParams.set(name, value)
      doubled.searchParams.append(name, doubled.searchParams.get(name) ?? '')
      lacking.searchParams.delete(name)
      for (const url of [changed, doubled, lacking]) expect([name, read(url)]).toEqual([name, null])
      lacking.searchParams.set('colour', 'red')
      expect([name, read(lacking)]).toEqual([name, null])
    }
    const added = signed()
    added.searchParams.set('colour', 'red')
    expect(read(added)).toBeNull()
    expect(readUploadUrl('0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b31', signed().searchParams, keys)).toBeNull()
  })

  it('is none in another spelling of the same values', () => {
    const otherSpellings: [string, string][] = [
      ['size', '05000'],
      ['size', '5e3'],
      ['size', '5000.5'],
      ['expires', '2026-03-01T09:00:00Z'],
      ['expires', 'never'],
      ['signature', `${signed().searchParams.get('signature')}=`],
      ['signature', `${signed().searchParams.get('signature')} `],
    ]
    for (const [name, value] of otherSpellings) {
      const url = signed()
      url.searchParams.set(name, value)
      expect([name, value, read(url)]).toEqual([name, value, null])
    }
    const fraction = { ...grant, sizeBytes: 0.5 }
    const url = new URL(signUploadUrl(fraction, 'https://crier.example.org', keys))
    expect(read(url)).toBeNull()
  })

  it('is read under the key before, and under no other', () => {
    expect(read(signed(), 'PUT', createSecretKeys(two, one))).toEqual(grant)
    expect(read(signed(), 'PUT', createSecretKeys(two))).toBeNull()
  })
})

describe('the signature of a webhook', () => {
  it('is that of Standard Webhooks, under each secret', () => {
    const secrets = [newEndpointSecret(), newEndpointSecret()]
    const sent = { id: 'msg', sentAt: new Date('2026-03-01T09:00:00.900Z'), body: '{"a":1}' }
    const headers = signatureHeaders(sent, secrets)
    const expected = secrets.map((secret) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      return `v1,${createHmac('sha256', key).update('msg.1772355600.{"a":1}').digest('base64')}`
    })
    expect(headers).toEqual({
      'webhook-id': 'msg',
      'webhook-timestamp': '1772355600',
      'webhook-signature': expected.join(' '),
    })
    expect(new Set(expected).size).toBe(2)
  })

  it('has a secret of 256 random bits', () => {
    const secrets = Array.from({ length: 20 }, newEndpointSecret)
    expect(new Set(secrets).size).toBe(20)
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/)
      expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32)
    }
  })
})

describe('a key', () => {
  it('has a mode, 32 characters of all 62, and their checksum', () => {
    const made = Array.from({ length: 200 }, (_, number) => makeKey(number % 2 ? 'live' : 'test'))
    expect(new Set(made).size).toBe(200)
    expect(new Set(made.map((key) => key.slice(11, 43)).join('')).size).toBe(62)
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    for (const key of made) {
      expect(key).toMatch(/^crier_(?:live|test)_[0-9A-Za-z]{38}$/)
      const value = [...key.slice(-6)].reduce((sum, each) => sum * 62 + alphabet.indexOf(each), 0)
      expect(value).toBe(crc32(key.slice(0, -6)))
      expect(isWellFormedKey(key)).toBe(true)
    }
  })

  it('is none with a character changed, added or left out', () => {
    const key = makeKey('live')
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === 'x' ? 'y' : 'x'
      expect(isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
      expect(isWellFormedKey(key.slice(0, at) + key.slice(at + 1))).toBe(false)
    }
    for (const wrong of ['', `${key}0`, ` ${key}`, `${key}\n`, key.replace('live', 'dead')])
      expect(isWellFormedKey(wrong)).toBe(false)
  })

  it('is stored as an HMAC under a key for this purpose alone', () => {
    const key = makeKey('test')
    const right = createHmac('sha256', deriveKey(one, 'api-keys')).update(key).digest()
    expect(hashKey(one, key).equals(right)).toBe(true)
    expect(hashKey(two, key).equals(right)).toBe(false)
  })
})
