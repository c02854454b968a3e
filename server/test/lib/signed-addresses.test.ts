import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { attemptLink, pageOfAttempt, readAttemptLink } from '../../src/connections/attempt-link.ts'
import { Problem } from '../../src/lib/problem.ts'
import { createSecretKeys, deriveKey, type SecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import {
  isPublicName,
  mediaBaseOf,
  newPublicName,
  publicNameIn,
  urlOfMedia,
} from '../../src/media/public-url.ts'
import { readExportUrl } from '../../src/moving-out/export/export-url.ts'
import {
  type CursorPlace,
  readEventCursor,
  writeEventCursor,
} from '../../src/webhooks/reading/event-cursor.ts'

const [one, two] = [randomBytes(32), randomBytes(32)]
const keys = createSecretKeys(one)
const rotated = createSecretKeys(two, one)
const foreign = createSecretKeys(two)
const workspaceId = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21'
const id = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30'

const hmac = (purpose: string, text: string) =>
  createHmac('sha256', deriveKey(one, purpose)).update(text).digest()

/** Every text that differs from this one in one character, is cut short, or goes on. */
function* almost(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 1) {
    yield text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
    yield text.slice(0, at)
  }
  yield `${text}A`
  yield `${text}.`
}

/** Such texts of a signature, but for those that stand for its very bytes: its last character has bits that mean nothing. */
function* otherSignatures(signature: string): Generator<string> {
  const bytes = Buffer.from(signature, 'base64url')
  for (const text of almost(signature.slice(0, -1)))
    if (!Buffer.from(text, 'base64url').equals(bytes)) yield text
}

describe('the address of an attempt to connect', () => {
  const context = (secretKeys: SecretKeys) =>
    ({ config: { publicUrl: 'https://crier.example.org' }, secretKeys }) as Parameters<typeof attemptLink>[0]
  const url = attemptLink(context(keys), { id })
  const name = url.slice('https://crier.example.org/connect/'.length)

  it('carries a proof made for that purpose, and is read under the key before, and under no other', () => {
    expect(url).toBe(
      `https://crier.example.org/connect/${id}.${hmac('connect link', id).toString('base64url')}`,
    )
    expect(readAttemptLink({ secretKeys: keys }, name)).toBe(id)
    expect(readAttemptLink({ secretKeys: rotated }, name)).toBe(id)
    expect(readAttemptLink({ secretKeys: foreign }, name)).toBeNull()
  })

  it('is none with a character changed, cut off or added to its proof, for another id, or for what is no id', () => {
    const [, proof = ''] = name.split('.')
    for (const other of almost(proof)) {
      if (other === `${proof}.`) continue
      expect([other, readAttemptLink({ secretKeys: keys }, `${id}.${other}`)]).toEqual([other, null])
    }
    const [none, odd] = [hmac('connect link', ''), hmac('connect link', 'x')].map((each) =>
      each.toString('base64url'),
    )
    for (const wrong of ['', '.', id, `${workspaceId}.${proof}`, `.${none}`, `x.${odd}`])
      expect([wrong, readAttemptLink({ secretKeys: keys }, wrong)]).toEqual([wrong, null])
  })

  it('leads to the app where a person began the attempt there', () => {
    const attempt = { id, platform: 'a/b', session_id: null }
    expect(pageOfAttempt(context(keys), attempt)).toBe(url)
    expect(pageOfAttempt(context(keys), { ...attempt, session_id: 's' })).toBe(
      `https://crier.example.org/accounts/connect/a%2Fb?attempt=${id}`,
    )
  })
})

describe('the address of a medium', () => {
  const addresses = { publicUrl: 'https://crier.example.org', mediaUrl: 'https://media.example.net/x' }
  const name = 'f0e1d2c3b4a5968778695a4b3c2d1e0f.jpg'

  it('is below MEDIA_URL where that is set, and has a name of 128 random bits', () => {
    expect(mediaBaseOf(addresses)).toBe(addresses.mediaUrl)
    expect(mediaBaseOf({ ...addresses, mediaUrl: null })).toBe(addresses.publicUrl)
    expect(urlOfMedia('https://a.example', name)).toBe(`https://a.example/media/${name}`)
    const made = Array.from({ length: 20 }, () => newPublicName('png'))
    expect(new Set(made).size).toBe(20)
    for (const each of made) expect(each).toMatch(/^[0-9a-f]{32}\.png$/)
  })

  it('is known below both addresses, and at no other place', () => {
    for (const base of [addresses.publicUrl, addresses.mediaUrl])
      expect(publicNameIn(addresses, `${base}/media/${name}`)).toBe(name)
    const alone = { ...addresses, mediaUrl: null }
    expect(publicNameIn(alone, `${addresses.publicUrl}/media/${name}`)).toBe(name)
    expect(publicNameIn(alone, `${addresses.mediaUrl}/media/${name}`)).toBeNull()
    for (const other of [
      '',
      name,
      `/media/${name}`,
      `https://other.example/media/${name}`,
      `see ${addresses.publicUrl}/media/${name}`,
      `${addresses.publicUrl}/media/${name}?x`,
      `${addresses.publicUrl}/media/../${name}`,
      `${addresses.publicUrl}/media/`,
    ])
      expect([other, publicNameIn(addresses, other)]).toEqual([other, null])
  })

  it('has a name of 32 digits and an ending of three or four characters', () => {
    const digits = name.slice(0, 32)
    for (const good of [name, `${digits}.webp`, `${digits}.mp4`]) expect(isPublicName(good)).toBe(true)
    for (const bad of [
      `${digits}.js`,
      `${digits}.jpegs`,
      `${digits}.JPG`,
      `${digits}jpg`,
      `${digits}xjpg`,
      `${digits.slice(1)}.jpg`,
      `0${name}`,
      `g${name.slice(1)}`,
      `${name}\n`,
      ` ${name}`,
    ])
      expect([bad, isPublicName(bad)]).toEqual([bad, false])
  })
})

describe('the address of an export', () => {
  const now = new Date('2026-03-01T09:00:00.000Z')
  const expires = '2026-03-01T09:30:00.000Z'
  const signature = hmac('exports', JSON.stringify([workspaceId, id, expires])).toString('base64url')
  const query = (more: Record<string, string> = {}) =>
    new URLSearchParams({ workspace: workspaceId, expires, signature, ...more })
  const without = (name: string) => {
    const left = query()
    left.delete(name)
    return left
  }

  it('leads to its export until it ends, also under the key before, and under no other', () => {
    expect(readExportUrl(id, query(), keys, now)).toEqual({ workspaceId, id })
    expect(readExportUrl(id, query(), rotated, now)).toEqual({ workspaceId, id })
    expect(readExportUrl(id, query(), foreign, now)).toBeNull()
    expect(readExportUrl(id, query(), keys, new Date(Date.parse(expires) - 1))).not.toBeNull()
    for (const later of [0, 1, 3_600_000])
      expect(readExportUrl(id, query(), keys, new Date(Date.parse(expires) + later))).toBeNull()
    // It ended before this test was written.
    expect(readExportUrl(id, query(), keys)).toBeNull()
  })

  it('leads nowhere with any part changed or left out', () => {
    expect(readExportUrl(workspaceId, query(), keys, now)).toBeNull()
    for (const name of ['workspace', 'expires', 'signature'])
      expect([name, readExportUrl(id, without(name), keys, now)]).toEqual([name, null])
    for (const more of [{ workspace: id }, { expires: '2026-03-01T09:30:00.001Z' }, { expires: 'never' }])
      expect([more, readExportUrl(id, query(more), keys, now)]).toEqual([more, null])
    // The last character of 32 bytes in base64url has two bits that say nothing.
    for (const other of otherSignatures(signature))
      expect(readExportUrl(id, query({ signature: other }), keys, now)).toBeNull()
  })
})

describe('the cursor of events', () => {
  const position = { era: 3, txid: '12345678901', id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b80' }
  const place = (more: Partial<CursorPlace> = {}): CursorPlace => ({
    workspaceId,
    mode: 'live',
    secretKeys: keys,
    ...more,
  })
  const cursor = writeEventCursor(place(), position)
  const refusal = (of: CursorPlace, text: string, pointer?: string) => {
    try {
      readEventCursor(of, text, pointer)
    } catch (error) {
      if (error instanceof Problem) return { status: error.status, code: error.code, errors: error.errors }
      throw error
    }
    return null
  }

  it('is read as it was written, in its workspace and mode, also under the key before', () => {
    expect(readEventCursor(place(), cursor)).toEqual(position)
    expect(readEventCursor(place({ secretKeys: rotated }), cursor)).toEqual(position)
    const body = Buffer.from(JSON.stringify([3, position.txid, position.id]))
    const signed = hmac('cursors', `${workspaceId} live events\n${body}`).subarray(0, 16)
    expect(cursor).toBe(`${body.toString('base64url')}.${signed.toString('base64url')}`)
  })

  it('is refused elsewhere, and with any character changed', () => {
    for (const of of [place({ mode: 'test' }), place({ workspaceId: id }), place({ secretKeys: foreign })])
      expect(refusal(of, cursor)).toMatchObject({ status: 422, code: 'invalid_cursor' })
    const [body = '', signature = ''] = cursor.split('.')
    for (const other of otherSignatures(signature))
      expect(refusal(place(), `${body}.${other}`)).not.toBeNull()
    for (const other of ['', '.', body, `.${signature}`, `${cursor}.`, `${cursor}.x`])
      expect([other, refusal(place(), other)?.code]).toEqual([other, 'invalid_cursor'])
  })

  it('is refused where it stood, in words that help', () => {
    const [error] = refusal(place(), 'x')?.errors ?? []
    expect(error).toMatchObject({ pointer: '?cursor', code: 'invalid_cursor' })
    expect(error?.detail).toContain('meta.cursor')
    expect(refusal(place(), 'x', '#Last-Event-ID')?.errors[0]?.pointer).toBe('#Last-Event-ID')
  })
})
