import { isIP } from 'node:net'
import { Problem } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'

/** The place that passkeys are for. A browser offers them there and nowhere else. */
export interface RelyingParty {
  /** The host of PUBLIC_URL. */
  readonly id: string
  readonly origin: string
}

/** Passkeys belong to a name, and on the machine itself to `localhost`. Null where the server has only an IP address. */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null
}

/** @throws Problem 409 `passkeys_need_a_name` */
export function requireRelyingParty(publicUrl: string): RelyingParty {
  const party = relyingPartyOf(publicUrl)
  if (party !== null) return party
  throw new Problem(
    409,
    'passkeys_need_a_name',
    sentence(
      'Browsers keep no passkeys for an IP address, and PUBLIC_URL is {publicUrl}. Give it a host name.',
      { publicUrl },
    ),
  )
}

/** ES256, EdDSA and RS256, by their numbers in COSE: every device has one of them. */
export const algorithms = [-7, -8, -257]
