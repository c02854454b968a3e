import { createHmac, timingSafeEqual } from 'node:crypto'
import { asObject, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type CallbackPower, type ConnectIo, Failure, type NetworkPerson } from '../connector.ts'

const dayMs = 24 * 3_600_000
// Clocks differ, and an old request that somebody kept must not end an access that was given since.
const youngest = -10 * 60_000

/**
 * The callbacks of networks that sign them as Meta does: `signed_request` is a signature, a dot and a payload, both in base64url.
 * @param secretsOf the secrets of the operator's app, each of which may have signed
 */
export function signedRequests(secretsOf: (app: JsonObject) => readonly string[]): CallbackPower {
  return {
    power: 'callbacks',
    read: async (form, io) => {
      const secrets = secretsOf(await appOf(io))
      const signed = form.get('signed_request') ?? ''
      return secrets.map((secret) => readSignedRequest(signed, secret, io.now())).find(Boolean) ?? null
    },
  }
}

/** Without an app nobody can have signed anything. */
async function appOf(io: Pick<ConnectIo, 'app'>): Promise<JsonObject> {
  try {
    return await io.app()
  } catch (error) {
    if (error instanceof Failure && error.kind === 'app_unusable') return {}
    throw error
  }
}

/**
 * Reads whose access a request is about; null unless this secret signed it within the last day.
 * Source: developers.facebook.com/docs/facebook-login/guides/advanced/existing-system and
 * developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback.
 */
export function readSignedRequest(signed: string, secret: string, now: Date): NetworkPerson | null {
  const [signature = '', payload = '', ...more] = signed.split('.')
  if (more.length > 0 || payload === '') return null
  const right = createHmac('sha256', secret).update(payload).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const body = readPayload(payload)
  if (textOf(body?.algorithm)?.toUpperCase() !== 'HMAC-SHA256') return null
  const userId = textOf(body?.user_id) ?? ''
  const issuedAt = body?.issued_at
  if (!/^\d{1,40}$/.test(userId) || typeof issuedAt !== 'number') return null
  const ageMs = now.getTime() - issuedAt * 1_000
  return ageMs >= youngest && ageMs <= dayMs ? { userId } : null
}

function readPayload(payload: string): JsonObject | null {
  try {
    // An id may come as a number of more digits than a number holds.
    const text = Buffer.from(payload, 'base64url').toString('utf8')
    const parsed: Json = JSON.parse(text.replace(/"user_id"\s*:\s*(\d{1,40})/, '"user_id":"$1"'))
    return asObject(parsed)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
