import type { CrierEvent } from './generated/catalogs.ts'
import { hmacKey } from './verify-webhook.ts'

/** A delivery as a receiver gets it. */
export interface SignedWebhook {
  body: string
  headers: {
    'content-type': string
    'webhook-id': string
    'webhook-timestamp': string
    'webhook-signature': string
  }
}

/**
 * Signs an event as Crier does, so that the tests of a receiver can send it one.
 *
 * ```ts
 * const { body, headers } = await signWebhook(event, 'whsec_…')
 * await fetch('http://localhost:3000/crier', { method: 'POST', body, headers })
 * ```
 */
export async function signWebhook(
  event: CrierEvent,
  secret: string,
  { now = new Date() }: { now?: Date } = {},
): Promise<SignedWebhook> {
  const body = JSON.stringify(event)
  const time = String(Math.floor(now.getTime() / 1000))
  const signed = new TextEncoder().encode(`${event.id}.${time}.${body}`)
  const signature = await crypto.subtle.sign('HMAC', await hmacKey(secret, 'sign'), signed)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': time,
      'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
    },
  }
}
