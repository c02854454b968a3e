import { createHmac, randomBytes } from 'node:crypto'
import { deriveKey, isSigned, type SecretKeys } from '../../lib/secrecy/secret-keys.ts'

const livesMs = 5 * 60_000
const bytesOf = { expiry: 8, random: 24, signature: 32 }

/** The one thing that a challenge is good for; a session's own where it is about a person who is signed in. */
export type ChallengeUse = 'sign in' | `register ${string}` | `prove ${string}`

/**
 * Makes a challenge that carries its own end and signature: anybody may ask for one, and nothing is stored until it was
 * answered rightly.
 */
export function makeChallenge({ current }: SecretKeys, use: ChallengeUse, now = Date.now()): string {
  const expiry = Buffer.alloc(bytesOf.expiry)
  expiry.writeBigUInt64BE(BigInt(now + livesMs))
  const content = Buffer.concat([expiry, randomBytes(bytesOf.random)])
  return Buffer.concat([content, sign(current, use, content)]).toString('base64url')
}

/** When a challenge of ours for this use ends; null for any other, and for one that has ended. */
export function readChallenge(
  keys: SecretKeys,
  use: ChallengeUse,
  text: string,
  now = Date.now(),
): Date | null {
  const bytes = Buffer.from(text, 'base64url')
  const contentBytes = bytesOf.expiry + bytesOf.random
  if (bytes.length !== contentBytes + bytesOf.signature) return null
  const content = bytes.subarray(0, contentBytes)
  if (!isSigned(keys, bytes.subarray(contentBytes), (key) => sign(key, use, content))) return null
  const expiresAt = Number(content.readBigUInt64BE(0))
  return expiresAt > now ? new Date(expiresAt) : null
}

function sign(key: Buffer, use: ChallengeUse, content: Buffer): Buffer {
  return createHmac('sha256', deriveKey(key, 'passkey challenge')).update(`${use}|`).update(content).digest()
}
