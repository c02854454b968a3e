import { createHash, createHmac, randomBytes } from 'node:crypto'
import { deriveKey } from '../lib/secrecy/secret-keys.ts'

/**
 * The things that a program is given: a code to come back with, a token to ask with, and one to get the next two with; and the
 * secret in the address of a calendar, and in a review link.
 */
export type TokenKind = 'code' | 'access' | 'refresh' | 'calendar' | 'review'

const form = /^crier_(code|access|refresh|calendar|review)_[\w-]{43}$/

/** A new token: 256 random bits. */
export function makeToken(kind: TokenKind): string {
  return `crier_${kind}_${randomBytes(32).toString('base64url')}`
}

/**
 * The token that follows a spent refresh token. It follows from that token and the secret key, so that the same question gets the
 * same answer, though only hashes are stored.
 */
export function nextToken(secretKey: Buffer, kind: 'access' | 'refresh', spent: string): string {
  const key = deriveKey(secretKey, 'grant tokens')
  return `crier_${kind}_${createHmac('sha256', key).update(`${kind} ${spent}`).digest('base64url')}`
}

/** Whether a text has the form of a token of this kind. */
export function isTokenOf(kind: TokenKind, text: string): boolean {
  return form.exec(text)?.[1] === kind
}

/** The hash under which a token is stored. */
export function hashToken(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
