import { isAddress } from '../ui/web-address.ts'

/**
 * Where somebody wanted to go before they had to sign in: a page of this app, else the first one. An address is what anybody
 * can write into a link, so one that leads to another host is not followed.
 */
export function whereTo(wanted: unknown, origin: string = location.origin): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !isAddress(wanted, origin)) return '/'
  const { origin: leadsTo, pathname, search, hash } = new URL(wanted, origin)
  const isWayIn = /^\/(?:sign-in|setup)(?:\/|$)/.test(pathname)
  // A path that begins with two slashes, as that of "/.//evil.example" does, would be read as a host the next time.
  const isHere = leadsTo === new URL(origin).origin && !pathname.startsWith('//')
  return isHere && !isWayIn ? pathname + search + hash : '/'
}
