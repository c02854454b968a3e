import type { webcrypto } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { OutboundAnswer, OutboundRequest } from '../../../lib/safe-fetch/outbound.ts'
import {
  type AccessHeaders,
  type ProveAccess,
  sendWithNonce,
} from '../../../lib/safe-fetch/send-with-nonce.ts'
import { type ConnectIo, Failure, type FetchLimits } from '../../connector.ts'

/** A key that proves who sends a request, with the nonces that servers gave for it. */
export type DpopHandle = oauth.DPoPHandle

const es256 = { name: 'ECDSA', namedCurve: 'P-256' }

/** A new private key for ES256, as it is stored. */
export async function makeKey(): Promise<JsonObject> {
  const { privateKey } = await oauth.generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey('jwk', privateKey)
  if (!kty || !crv || !x || !y || !d) throw new Error('A key for ES256 was made without one of its parts.')
  return { kty, crv, x, y, d }
}

/** The half of a stored key that everybody may see. */
export function publicPartOf({ kty = null, crv = null, x = null, y = null }: JsonObject): JsonObject {
  return { kty, crv, x, y }
}

export function openPrivateKey(key: JsonObject): Promise<webcrypto.CryptoKey> {
  return crypto.subtle.importKey('jwk', key, es256, false, ['sign'])
}

const mostOpened = 1_000

/** The keys that were used last, by their public part, each with the nonces that servers gave for it. */
const opened = new Map<string, Promise<DpopHandle>>()

/**
 * Opens a stored key for proofs. A key stays open for the next step: without the nonce that its server gave last, each commit
 * and each upload would be refused once before it is taken.
 */
export function openDpop(key: JsonObject): Promise<DpopHandle> {
  const name = JSON.stringify(publicPartOf(key))
  const dpop = opened.get(name) ?? importDpop(key)
  // The most recently used is last, and the least recently used is removed first.
  opened.delete(name)
  opened.set(name, dpop)
  for (const oldest of opened.keys()) {
    if (opened.size <= mostOpened) break
    opened.delete(oldest)
  }
  return dpop
}

async function importDpop(key: JsonObject): Promise<DpopHandle> {
  const [privateKey, publicKey] = await Promise.all([
    openPrivateKey(key),
    crypto.subtle.importKey('jwk', publicPartOf(key), es256, true, ['verify']),
  ])
  return oauth.DPoP({}, { privateKey, publicKey })
}

/** A key, and the token that was bound to it; null towards the server that gives tokens. */
export interface Bound {
  readonly dpop: DpopHandle
  readonly token: string | null
}

type ProvedRequest = Pick<OutboundRequest, 'method' | 'url'>

/** The way to prove one request, for `io.sendOnce`. */
export function proveFor(bound: Bound, request: ProvedRequest): ProveAccess {
  return async (nonce) => {
    if (nonce !== null) await makeProof(bound, request, nonce)
    return makeProof(bound, request, null)
  }
}

/**
 * Sends a request that may be repeated, with a proof, and once more if its server only asks for a nonce. A stream cannot be
 * sent twice: ask for something small before it. @throws Failure
 */
export async function fetchWithProof(
  bound: Bound,
  io: Pick<ConnectIo, 'fetch'>,
  request: OutboundRequest,
  within?: FetchLimits,
): Promise<OutboundAnswer> {
  let isFirst = true
  const send = async (proof: AccessHeaders) => {
    if (!isFirst && request.body instanceof ReadableStream)
      throw new Failure('unavailable', 'The server asked for a new nonce while a file was sent.')
    isFirst = false
    const answer = await io.fetch({ ...request, headers: { ...request.headers, ...proof } }, within)
    const nonce = answer.headers['dpop-nonce']
    if (nonce) await makeProof(bound, request, nonce)
    return answer
  }
  return sendWithNonce(proveFor(bound, request), send, bound.token === null ? 400 : 401)
}

/**
 * The headers with which the library would send a request. It is ours to send, because it may be a commit. An answer that
 * holds nothing but `nonce` is given to the library in its place, which keeps that for the server's next proof.
 */
async function makeProof(
  { dpop, token }: Bound,
  { method, url }: ProvedRequest,
  nonce: string | null,
): Promise<AccessHeaders> {
  let sent: Readonly<Record<string, string>> = {}
  const options = {
    DPoP: dpop,
    [oauth.allowInsecureRequests]: url.startsWith('http:'),
    [oauth.customFetch]: async (_: string, { headers }: { headers: Record<string, string> }) => {
      sent = headers
      return new Response(null, nonce === null ? {} : { headers: { 'dpop-nonce': nonce } })
    },
  }
  if (token === null) {
    // A pushed request is one that the library proves without a token.
    const server = { issuer: url, pushed_authorization_request_endpoint: url }
    await oauth.pushedAuthorizationRequest(server, { client_id: 'unused' }, oauth.None(), {}, options)
  } else await oauth.protectedResourceRequest(token, method, new URL(url), undefined, null, options)
  const { authorization, dpop: proof } = sent
  if (proof === undefined) throw new Error('A request was left without its proof.')
  return { dpop: proof, ...(authorization === undefined ? {} : { authorization }) }
}
