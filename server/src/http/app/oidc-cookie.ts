import { isSecureUrl } from '../serving/common-headers.ts'
import type { StreamRequest } from '../stream-route.ts'

const livesSeconds = 10 * 60

/** The cookie by which a browser is known again when it comes back from the identity provider. Lax, because it comes from there. */
export function oidcCookie(publicUrl: string, secret: string): string {
  const secure = isSecureUrl(publicUrl) ? '; Secure' : ''
  return `${cookieName(publicUrl)}=${secret}; Path=/; Max-Age=${livesSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** The cookie that the browser sent, or null. Where it sent several none counts. */
export function readOidcCookie(
  publicUrl: string,
  { headers }: Pick<StreamRequest, 'headers'>,
): string | null {
  const wanted = `${cookieName(publicUrl)}=`
  const pairs = String(headers.cookie ?? '').split(';')
  const [only, ...more] = pairs.map((pair) => pair.trim()).filter((pair) => pair.startsWith(wanted))
  return only === undefined || more.length > 0 ? null : only.slice(wanted.length)
}

// No page of another host, not even a neighbour under the same domain, can set a cookie whose name begins so.
function cookieName(publicUrl: string): string {
  return `${isSecureUrl(publicUrl) ? '__Host-' : ''}crier_oidc`
}
