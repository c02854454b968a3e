import { describe, expect, it } from 'vitest'
import { createSecretKeys } from '../../lib/secrecy/secret-keys.ts'
import { beginAttempt, type OidcPurpose, readAttempt } from './oidc-attempt.ts'

const keys = createSecretKeys(Buffer.alloc(32, 1))
const now = Date.parse('2026-11-26T10:00:00Z')
const minutes = 60_000

describe('a trip to the identity provider', () => {
  it('is read from its cookie with its state for ten minutes, and not beyond', () => {
    for (const purpose of ['sign-in', 'link-0199-ab_c'] as const) {
      const { cookie, attempt } = beginAttempt(keys, purpose, null, now)
      expect(attempt).toMatchObject({ purpose, expiresAt: new Date(now + 10 * minutes) })
      expect(readAttempt(keys, cookie, attempt.state, now + 10 * minutes - 1)).toEqual(attempt)
      expect(readAttempt(keys, cookie, attempt.state, now + 10 * minutes)).toBeNull()
    }
  })

  it('has values of its own, of which none tells another', () => {
    const trips = [beginAttempt(keys, 'sign-in', null, now), beginAttempt(keys, 'sign-in', null, now)]
    const values = trips.flatMap(({ attempt: { state, nonce, verifier } }) => [state, nonce, verifier])
    expect(new Set(values).size).toBe(6)
    for (const value of values) expect(value).toMatch(/^[\w-]{43}$/)
  })

  it('goes on at another version of the server, which makes the same values of the cookie', () => {
    const cookie = `sign-in.${now + 10 * minutes}.${'a'.repeat(43)}`
    const state = 'nm_vIWdJhFbk6gtURGAVfR9kso8LLzXbm8m2WXfY-a8'
    expect(readAttempt(keys, cookie, state, now)).toEqual({
      purpose: 'sign-in',
      to: null,
      expiresAt: new Date(now + 10 * minutes),
      state,
      nonce: 'Hk2Yjg-YzZUhHPczjs2KYZoBVF8sUjQlH3F2g2WoGmc',
      verifier: 'mk-JNLqR9yJ8yplx9Qz_SRvJpyOTJ694wwg0okguXXk',
    })
  })

  it('is none for a purpose that there is not, although the server has made the state', () => {
    for (const purpose of ['', 'sign-in-', 'link-', 'link-a b', `link-${'a'.repeat(65)}`]) {
      const { cookie, attempt } = beginAttempt(keys, purpose as OidcPurpose, null, now)
      expect([purpose, readAttempt(keys, cookie, attempt.state, now)]).toEqual([purpose, null])
    }
  })

  it('is none with any character of the cookie or of the state changed', () => {
    const { cookie, attempt } = beginAttempt(keys, 'sign-in', '/posts/é', now)
    const flip = (text: string, at: number) =>
      `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
    for (let at = 0; at < cookie.length; at += 1)
      expect([at, readAttempt(keys, flip(cookie, at), attempt.state, now)]).toEqual([at, null])
    for (let at = 0; at < attempt.state.length; at += 1)
      expect([at, readAttempt(keys, cookie, flip(attempt.state, at), now)]).toEqual([at, null])
    for (const state of ['', `${attempt.state}A`, attempt.state.slice(1)])
      expect(readAttempt(keys, cookie, state, now)).toBeNull()
  })
})
