import { createHash, randomBytes } from 'node:crypto'

/** A new token: 256 random bits, as text for a cookie. */
export function createSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash under which a session is stored; null for a text that no token can be. */
export function hashSessionToken(text: string): Buffer | null {
  return /^[\w-]{43}$/.test(text) ? createHash('sha256').update(text).digest() : null
}
