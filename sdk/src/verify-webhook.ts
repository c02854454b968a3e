import { CrierError } from './errors.ts'
import type { CrierEvent } from './generated/catalogs.ts'

/** A delivery that is not from Crier, or too old to be believed. */
export class WebhookVerificationError extends CrierError {
  override name = 'WebhookVerificationError'
}

export interface VerifyOptions {
  /** How far the time of the delivery may be from now; 300 by default. */
  toleranceSeconds?: number
  /** The present moment, for tests. */
  now?: Date
}

type HeaderBag = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Verifies a delivery and answers its event. Compare `event.id` with those you have seen: a delivery may come twice.
 *
 * @param payload The body exactly as it came: text or bytes, never JSON that was parsed and written again.
 * @param secret The secret of the endpoint, `whsec_…`; while it is rotated, both.
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: HeaderBag,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<CrierEvent> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    read(headers, `webhook-${name}`),
  )
  if (!id || !time || !signatures)
    throw new WebhookVerificationError(
      'The headers webhook-id, webhook-timestamp and webhook-signature are needed.',
    )
  const seconds = Number(time)
  if (!/^\d+$/.test(time) || Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds)
    throw new WebhookVerificationError('The time of the delivery is too far from now.')
  const body = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload
  const signed = join(new TextEncoder().encode(`${id}.${time}.`), body)
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [decode(one.slice(3))] : []))
  for (const one of typeof secret === 'string' ? [secret] : secret)
    if (await isSigned(one, signed, given)) return JSON.parse(new TextDecoder().decode(body)) as CrierEvent
  throw new WebhookVerificationError('No signature of the delivery fits the secret.')
}

// WebCrypto compares in constant time.
async function isSigned(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly (Uint8Array<ArrayBuffer> | null)[],
): Promise<boolean> {
  const key = await hmacKey(secret, 'verify')
  let isFound = false
  for (const signature of signatures)
    if (signature !== null && (await crypto.subtle.verify('HMAC', key, signature, signed))) isFound = true
  return isFound
}

/** The key that the secret of an endpoint is. @throws TypeError */
export function hmacKey(secret: string, use: 'sign' | 'verify'): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = decode(secret.replace(/^whsec_/, ''))
  if (bytes === null || bytes.length === 0)
    throw new TypeError('The secret of an endpoint is whsec_ and base64. This is not.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

function read(headers: HeaderBag, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value?.[0]
}

function join(start: Uint8Array, end: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(start.length + end.length)
  whole.set(start)
  whole.set(end, start.length)
  return whole
}

/** The bytes of a base64 text; null if it is none. */
function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
