import type { JsonObject } from '../../lib/json/json.ts'
import type { OutboundAnswer, OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import type { AccessHeaders, ProveAccess } from '../../lib/safe-fetch/send-with-nonce.ts'
import type { ConnectIo, FetchLimits, Io } from '../connector.ts'
import { bearer } from '../kit/json-api.ts'
import { type Bound, fetchWithProof, openDpop, proveFor } from '../kit/oauth/dpop.ts'
import { isGrant, readGrant, readSession } from './settings.ts'

/** The right of an account at its server, in whichever way it was connected. */
export interface Access {
  /** Sends a request that may be repeated. @throws Failure */
  fetch(request: OutboundRequest, within?: FetchLimits): Promise<OutboundAnswer>
  /** The right to send one request, for `io.sendOnce`. */
  prove(request: Pick<OutboundRequest, 'method' | 'url'>): AccessHeaders | ProveAccess
  /** Never part of a message. */
  readonly secret: string
}

/** Opens the access of the account whose posts are published. */
export function openAccess(io: Io): Promise<Access> {
  return openCredentials(io.credentials, io)
}

/** Opens the access that credentials give. */
export async function openCredentials(
  credentials: JsonObject,
  io: Pick<ConnectIo, 'fetch'>,
): Promise<Access> {
  if (!isGrant(credentials)) return bearerAccess(readSession(credentials).accessJwt, io)
  const { accessToken: token, dpopKey } = readGrant(credentials)
  const bound: Bound = { token, dpop: await openDpop(dpopKey) }
  return {
    secret: token,
    fetch: (request, within) => fetchWithProof(bound, io, request, within),
    prove: (request) => proveFor(bound, request),
  }
}

/** The token that credentials send. */
export function secretOf(credentials: JsonObject): string {
  return isGrant(credentials) ? readGrant(credentials).accessToken : readSession(credentials).accessJwt
}

function bearerAccess(secret: string, io: Pick<ConnectIo, 'fetch'>): Access {
  return {
    secret,
    fetch: (request, within) =>
      io.fetch({ ...request, headers: { ...request.headers, ...bearer(secret) } }, within),
    prove: () => bearer(secret),
  }
}
