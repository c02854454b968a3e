import type { IncomingHttpHeaders } from 'node:http'
import { isLoopbackUrl, ownHosts } from '../../lib/addresses/loopback.ts'
import type { RouteGroupName } from '../route-groups.ts'

interface AddressedRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** Networks send people back to a number where PUBLIC_URL has a name; see callbackUrl. */
const callbacks = /^\/oauth\/callback\//

/**
 * The address under PUBLIC_URL of a page that was opened by another name of this machine; null for everything else. The
 * cookies of a browser belong to one name, so a page under another would know nobody. Programs keep the name they use.
 */
export function findOwnAddress(
  { method, url, headers }: AddressedRequest,
  group: RouteGroupName,
  publicUrl: string,
): string | null {
  if (group === 'api' || (method !== 'GET' && method !== 'HEAD') || !isLoopbackUrl(publicUrl)) return null
  const { host, origin } = new URL(publicUrl)
  const asked = headers.host?.toLowerCase() ?? host
  if (asked === host || !ownHosts(publicUrl).includes(asked)) return null
  const isPage = callbacks.test(url) || (headers.accept ?? '').includes('text/html')
  return isPage ? `${origin}${url}` : null
}
