import { createHmac, randomBytes } from 'node:crypto'

/** A new secret of an endpoint, in the form of Standard Webhooks: 256 random bits. */
export function newEndpointSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** The message whose signatures a receiver verifies. */
export interface SignedMessage {
  /** The id of the event: the same for every attempt and for every endpoint. */
  readonly id: string
  readonly sentAt: Date
  readonly body: string
}

/** The headers by which any library of Standard Webhooks verifies a message, with a signature under each secret. */
export function signatureHeaders(
  { id, sentAt, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
