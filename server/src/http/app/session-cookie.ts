import { cookieSeconds } from '../../people/sessions/session-life.ts'
import { cookieName, readCookie } from '../read-cookie.ts'
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

/** The token that the browser sent, or null. */
export function readSessionCookie(publicUrl: string, request: Pick<StreamRequest, 'headers'>): string | null {
  return readCookie(request, nameOf(publicUrl))
}

function attributes(publicUrl: string): string {
  return `; Path=/; HttpOnly; SameSite=Lax${isSecureUrl(publicUrl) ? '; Secure' : ''}`
}

function nameOf(publicUrl: string): string {
  return cookieName(publicUrl, 'crier_session')
}
