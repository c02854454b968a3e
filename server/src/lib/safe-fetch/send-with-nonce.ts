import { asObject, textOf } from '../json/json.ts'
import type { OutboundAnswer } from './outbound.ts'

/** The headers that carry an account's access. */
export type AccessHeaders = Readonly<Record<string, string>>

/** Makes such headers where each request needs a proof of its own, with the nonce that its server asked for, or null. */
export type ProveAccess = (nonce: string | null) => Promise<AccessHeaders>

/**
 * Sends a request, and once more with the nonce of its answer if that only asks for one (RFC 9449, section 9): such a
 * refusal is given before the request is looked at. No other answer is followed by a second request, and no error is.
 * `status` is that of the refusal: 401 where data are, 400 at an authorization server.
 */
export async function sendWithNonce(
  access: AccessHeaders | ProveAccess,
  send: (headers: AccessHeaders) => Promise<OutboundAnswer>,
  status: 400 | 401 = 401,
): Promise<OutboundAnswer> {
  if (typeof access !== 'function') return send(access)
  const answer = await send(await access(null))
  const nonce = answer.status === status ? readAskedNonce(answer) : null
  return nonce === null ? answer : send(await access(nonce))
}

/** The nonce that a refusal asks for; null where it asks for none. */
function readAskedNonce({ headers, json }: OutboundAnswer): string | null {
  const challenge = headers['www-authenticate']?.toLowerCase() ?? ''
  const isForProofs = challenge.split(',').some((part) => part.trim().startsWith('dpop '))
  const isInChallenge = isForProofs && challenge.includes('error="use_dpop_nonce"')
  const isAsking = isInChallenge || asObject(json)?.error === 'use_dpop_nonce'
  return isAsking ? textOf(headers['dpop-nonce']) : null
}
