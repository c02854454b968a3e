import type { StreamRequest } from './stream-route.ts'

const livesSeconds = 20 * 60

/**
 * The cookie by which a browser is known again when its person comes back from the network. Lax, because it comes back
 * with a navigation from another site; each attempt has its own, so that two tabs do not disturb each other.
 */
export function signInCookie(publicUrl: string, attemptId: string, secret: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  const name = nameOf(publicUrl, attemptId)
  return `${name}=${secret}; Path=/; Max-Age=${livesSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** The secret that the browser sent for an attempt, or null. */
export function readSignInCookie(
  publicUrl: string,
  { headers }: Pick<StreamRequest, 'headers'>,
  attemptId: string,
): string | null {
  const wanted = `${nameOf(publicUrl, attemptId)}=`
  const pairs = String(headers.cookie ?? '').split(';')
  const found = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(wanted))
  return found?.slice(wanted.length) ?? null
}

// No page of another host, not even a neighbour under the same domain, can set a cookie whose name begins so.
function nameOf(publicUrl: string, attemptId: string): string {
  return `${isSecure(publicUrl) ? '__Host-' : ''}crier_connect_${attemptId}`
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
