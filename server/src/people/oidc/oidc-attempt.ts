import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey, type SecretKeys } from '../../lib/secrecy/secret-keys.ts'

const livesMs = 10 * 60_000

/** The longest destination, in ASCII. A browser keeps a cookie of 4,096 bytes, and a character takes 1.34 of them. */
export const longestDestination = 2_800

/** The reason why a person goes to the identity provider: to sign in, or to join an identity to the account of this session. */
export type OidcPurpose = 'sign-in' | `link-${string}`

/** One trip to the identity provider and back. The three values can be made from the cookie by the server alone. */
export interface OidcAttempt {
  readonly purpose: OidcPurpose
  /** The page of the app that the person wanted to see, as the browser told it: nothing here has looked at it. Null for the first one. */
  readonly to: string | null
  readonly expiresAt: Date
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Begins a trip. The cookie binds it to the browser, and the server stores nothing. */
export function beginAttempt(
  { current }: SecretKeys,
  purpose: OidcPurpose,
  to: string | null = null,
  now = Date.now(),
): { cookie: string; attempt: OidcAttempt } {
  const trip = `${purpose}.${now + livesMs}.${randomBytes(32).toString('base64url')}`
  const cookie = to === null ? trip : `${trip}.${Buffer.from(to).toString('base64url')}`
  return { cookie, attempt: attemptOf(current, cookie, { purpose, to, expiresAt: new Date(now + livesMs) }) }
}

/** The trip of a cookie, if this is its state and its ten minutes are not over; null for any other. */
export function readAttempt(
  keys: SecretKeys,
  cookie: string,
  state: string,
  now = Date.now(),
): OidcAttempt | null {
  const [, purpose, expiry, to] =
    /^(sign-in|link-[\w-]{1,64})\.(\d{1,16})\.[\w-]{43}(?:\.([\w-]{1,4000}))?$/.exec(cookie) ?? []
  if (purpose === undefined || Number(expiry) <= now) return null
  const trip = {
    purpose: purpose as OidcPurpose,
    to: to === undefined ? null : Buffer.from(to, 'base64url').toString(),
    expiresAt: new Date(Number(expiry)),
  }
  const attempts = keys.all.map((key) => attemptOf(key, cookie, trip))
  return attempts.find((attempt) => isSame(attempt.state, state)) ?? null
}

function attemptOf(
  key: Buffer,
  cookie: string,
  trip: Pick<OidcAttempt, 'purpose' | 'to' | 'expiresAt'>,
): OidcAttempt {
  const make = (what: string) =>
    createHmac('sha256', deriveKey(key, 'oidc')).update(`${what}|${cookie}`).digest('base64url')
  return { ...trip, state: make('state'), nonce: make('nonce'), verifier: make('verifier') }
}

function isSame(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
