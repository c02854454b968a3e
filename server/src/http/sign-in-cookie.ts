import { cookieName, readCookie } from './read-cookie.ts'
import { isSecureUrl } from './serving/common-headers.ts'
import type { StreamRequest } from './stream-route.ts'

const livesSeconds = 20 * 60

/**
 * The cookie by which a browser is known again when its person comes back from the network. Lax, because it comes back
 * with a navigation from another site; each attempt has its own, so that two tabs do not disturb each other.
 */
export function signInCookie(publicUrl: string, attemptId: string, secret: string): string {
  const secure = isSecureUrl(publicUrl) ? '; Secure' : ''
  const name = nameOf(publicUrl, attemptId)
  return `${name}=${secret}; Path=/; Max-Age=${livesSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** The secret that the browser sent for an attempt, or null. */
export function readSignInCookie(
  publicUrl: string,
  request: Pick<StreamRequest, 'headers'>,
  attemptId: string,
): string | null {
  return readCookie(request, nameOf(publicUrl, attemptId))
}

function nameOf(publicUrl: string, attemptId: string): string {
  return cookieName(publicUrl, `crier_connect_${attemptId}`)
}
