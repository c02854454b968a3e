import { isIP } from 'node:net'
import { createAddressJudge } from './address.ts'

/** Whether others may be able to fetch from an address, by itself alone: it is https, and neither local nor private. */
export function isPublicAddress(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && isReachable(hostname)
}

/** Whether a reader may be able to fetch from an address: from a public one all may, and from any other one those that are not public either. */
export function isReachableFor(reader: string | null, url: string): boolean {
  return isPublicAddress(url) || (reader !== null && !isPublicAddress(reader))
}

const judge = createAddressJudge([])

/** Whether the network may be able to reach a host, by its name alone: it is neither local nor a private address. */
function isReachable(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return judge(host) === 'public'
  return host.includes('.') && !/\.(?:local|localhost|internal|lan|home\.arpa|test)$/.test(host)
}
