import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey, type SecretKeys } from '../../lib/secrecy/secret-keys.ts'

const livesMs = 10 * 60_000

/** The reason why a person goes to the identity provider: to sign in, or to join an identity to the account of this session. */
export type OidcPurpose = 'sign-in' | `link-${string}`

/** One trip to the identity provider and back. The three values can be made from the cookie by the server alone. */
export interface OidcAttempt {
  readonly purpose: OidcPurpose
  readonly expiresAt: Date
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Begins a trip. The cookie binds it to the browser, and the server stores nothing. */
export function beginAttempt(
  { current }: SecretKeys,
  purpose: OidcPurpose,
  now = Date.now(),
): { cookie: string; attempt: OidcAttempt } {
  const cookie = `${purpose}.${now + livesMs}.${randomBytes(32).toString('base64url')}`
  return { cookie, attempt: attemptOf(current, cookie, purpose, new Date(now + livesMs)) }
}

/** The trip of a cookie, if this is its state and its ten minutes are not over; null for any other. */
export function readAttempt(
  keys: SecretKeys,
  cookie: string,
  state: string,
  now = Date.now(),
): OidcAttempt | null {
  const [, purpose, expiry] = /^(sign-in|link-[\w-]{1,64})\.(\d{1,16})\.[\w-]{43}$/.exec(cookie) ?? []
  if (purpose === undefined || Number(expiry) <= now) return null
  const expiresAt = new Date(Number(expiry))
  const attempts = keys.all.map((key) => attemptOf(key, cookie, purpose as OidcPurpose, expiresAt))
  return attempts.find((attempt) => isSame(attempt.state, state)) ?? null
}

function attemptOf(key: Buffer, cookie: string, purpose: OidcPurpose, expiresAt: Date): OidcAttempt {
  const make = (what: string) =>
    createHmac('sha256', deriveKey(key, 'oidc')).update(`${what}|${cookie}`).digest('base64url')
  return { purpose, expiresAt, state: make('state'), nonce: make('nonce'), verifier: make('verifier') }
}

function isSame(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
