import { cookieSeconds } from '../../people/sessions/session-life.ts'
import { isSecureUrl } from '../serving/common-headers.ts'
import type { StreamRequest } from '../stream-route.ts'

/**
 * The cookie of a session. Lax, so that a person who comes from elsewhere by a link is signed in; no change comes that way.
 * On this machine's own address without TLS it is not `Secure`, because some browsers would not keep it.
 */
export function sessionCookie(publicUrl: string, token: string): string {
  return `${nameOf(publicUrl)}=${token}; Max-Age=${cookieSeconds}${attributes(publicUrl)}`
}

/** Takes the cookie of a session away. */
export function noSessionCookie(publicUrl: string): string {
  return `${nameOf(publicUrl)}=; Max-Age=0${attributes(publicUrl)}`
}

/** The token that the browser sent, or null. Where it sent several none counts, because only one can be ours. */
export function readSessionCookie(
  publicUrl: string,
  { headers }: Pick<StreamRequest, 'headers'>,
): string | null {
  const wanted = `${nameOf(publicUrl)}=`
  const pairs = String(headers.cookie ?? '').split(';')
  const found = pairs.map((pair) => pair.trim()).filter((pair) => pair.startsWith(wanted))
  const [only] = found
  return found.length === 1 && only !== undefined ? only.slice(wanted.length) : null
}

function attributes(publicUrl: string): string {
  return `; Path=/; HttpOnly; SameSite=Lax${isSecureUrl(publicUrl) ? '; Secure' : ''}`
}

// No page of another host, not even a neighbour under the same domain, can set a cookie whose name begins so.
function nameOf(publicUrl: string): string {
  return `${isSecureUrl(publicUrl) ? '__Host-' : ''}crier_session`
}
