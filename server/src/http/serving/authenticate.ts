import ipaddr from 'ipaddr.js'
import type { AuthenticateKey } from '../../api-keys/create-authenticate-key.ts'
import type { RemoteCaller } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'
import { decodePercent } from '../../lib/text/decode-percent.ts'

/** The parts of a request by which its caller is found. */
export interface Credentials {
  readonly authorization: string | undefined
  /** The address as it was asked for, query included. */
  readonly url: string
  readonly ip: string
  /** A proxy passed the request on, and `ip` is the address of that proxy. */
  readonly isAddressHidden: boolean
  /** Whether it was sent to the place for which programs get their tokens. No token is good anywhere else. */
  readonly isForAgents: boolean
}

/** Finds the caller. @throws Problem 401, the same for every reason; 403 from an address the key does not allow, 429. */
export async function authenticate(
  credentials: Credentials,
  findKey: AuthenticateKey,
): Promise<RemoteCaller> {
  refuseKeyInQuery(credentials.url)
  const text = /^Bearer +([^\s,]+) *$/i.exec(credentials.authorization ?? '')?.[1]
  const key = text === undefined ? null : await findKey(text, credentials.ip, credentials.isAddressHidden)
  if (!key || (key.isGrant && !credentials.isForAgents))
    throw unauthorized('This needs a valid API key, sent as "Authorization: Bearer crier_…".')
  requireAllowedAddress(credentials, key.ipAllow)
  return key
}

/**
 * The `WWW-Authenticate` header that goes with a status; null where none does. `discovery` tells a program where it learns how to
 * get a token (RFC 9728); null where a token is good for nothing.
 */
export function challenge(
  problem: Problem,
  discovery: Discovery | null,
  hasCredentials: boolean,
): string | null {
  if (problem.status === 401) {
    if (discovery === null) return 'Bearer realm="crier"'
    const { metadataUrl, scopes } = discovery
    const error = hasCredentials ? ', error="invalid_token"' : ''
    return `Bearer realm="crier"${error}, resource_metadata="${metadataUrl}", scope="${scopes.join(' ')}"`
  }
  if (problem.code !== 'scope_missing') return null
  return `Bearer realm="crier", error="insufficient_scope", scope="${String(problem.extra.scope)}"`
}

/** Where a program learns how to get a token for a route, and for which scopes it may ask. */
export interface Discovery {
  readonly metadataUrl: string
  readonly scopes: readonly string[]
}

// A key in an address ends up in logs and histories; it is refused even if the header has another.
function refuseKeyInQuery(url: string): void {
  const query = url.slice(url.indexOf('?') + 1)
  if (!url.includes('?') || !/crier_(?:live|test|access|refresh)_/i.test(decodePercent(query))) return
  throw unauthorized(
    'An API key may not stand in the address. Send it as "Authorization: Bearer crier_…" and replace this one.',
  )
}

function unauthorized(detail: string): Problem {
  return new Problem(401, 'unauthorized', detail)
}

/** @throws Problem 403 */
function requireAllowedAddress({ ip, isAddressHidden }: Credentials, networks: readonly string[]): void {
  if (networks.length === 0) return
  if (isAddressHidden) {
    throw new Problem(
      403,
      'address_not_allowed',
      'This API key may only be used from some network addresses, and a proxy hides yours. The operator of this server can name that proxy in TRUSTED_PROXIES.',
    )
  }
  if (isAllowedFrom(ip, networks)) return
  throw new Problem(403, 'address_not_allowed', 'This API key may not be used from this network address.')
}

function isAllowedFrom(ip: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === address.kind() && address.match(base, bits)
  })
}
