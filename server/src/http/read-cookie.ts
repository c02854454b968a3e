import type { StreamRequest } from './stream-route.ts'

/** The value of the cookie of this name, or null. Where a browser sent several, none counts, because only one can be ours. */
export function readCookie({ headers }: Pick<StreamRequest, 'headers'>, name: string): string | null {
  const wanted = `${name}=`
  const pairs = String(headers.cookie ?? '').split(';')
  const found = pairs.map((pair) => pair.trim()).filter((pair) => pair.startsWith(wanted))
  const [only] = found
  return found.length === 1 && only !== undefined ? only.slice(wanted.length) : null
}

/**
 * The name under which we keep a cookie. No page of another host, not even a neighbour under the same domain, can set one
 * whose name begins with `__Host-`, which browsers take over https alone.
 */
export function cookieName(publicUrl: string, name: string): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}${name}`
}
