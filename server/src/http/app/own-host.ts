import { isLoopbackUrl, ownHosts } from '../../lib/addresses/loopback.ts'
import { Problem } from '../../lib/problem.ts'
import { isSecureUrl } from '../serving/common-headers.ts'

/**
 * Refuses a request that came under a foreign name, as when the page of a stranger has its own name lead to this machine.
 * @throws Problem 403 `foreign_host`
 */
export function requireOwnHost(host: string | undefined, publicUrl: string): void {
  if (host !== undefined && ownHosts(publicUrl).includes(host.toLowerCase())) return
  throw new Problem(403, 'foreign_host', `Open Crier at its own address: ${publicUrl}`)
}

/**
 * Refuses to sign people in where their password and their cookie would cross a network in the clear.
 * @throws Problem 403 `https_required`
 */
export function requireSafePlace(publicUrl: string): void {
  if (isSecureUrl(publicUrl) || isLoopbackUrl(publicUrl)) return
  throw new Problem(
    403,
    'https_required',
    'People can sign in only over https, or on the machine itself. Put a proxy with a certificate in front of Crier, and set PUBLIC_URL to its https address.',
  )
}
