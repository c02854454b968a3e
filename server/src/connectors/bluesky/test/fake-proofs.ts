import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import { objectOf } from './record-rules.ts'

/** A JSON web token of which the signature is right. */
export interface ReadJwt {
  readonly header: JsonObject
  readonly claims: JsonObject
}

/** Reads a token that was signed with ES256; null unless the key, or that in its own header, says so. */
export function readJwt(token: string, key?: JsonObject): ReadJwt | null {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const header = readPart(head)
  const claims = readPart(payload)
  const jwk = key ?? objectOf(header?.jwk)
  if (!header || !claims || !jwk || header.alg !== 'ES256' || 'd' in jwk) return null
  const publicKey = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
  const data = Buffer.from(`${head}.${payload}`)
  const isRight = verify(
    'sha256',
    data,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isRight ? { header, claims } : null
}

function readPart(text: string): JsonObject | null {
  try {
    return objectOf(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    // A token of another form is one that nobody signed.
    return null
  }
}

/** The name of a public key (RFC 7638). */
export function thumbprintOf({ crv = null, kty = null, x = null, y = null }: JsonObject): string {
  return hashOf(JSON.stringify({ crv, kty, x, y }))
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
