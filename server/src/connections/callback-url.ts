/**
 * The address to which a network sends people back. It is registered there, so it never changes. On somebody's own machine it
 * has no name, because some networks lead nobody back to `localhost`; from there the server sends its person on to PUBLIC_URL.
 */
export function callbackUrl(publicUrl: string, platform: string): string {
  return `${publicUrl.replace(/^http:\/\/localhost(?=[:/]|$)/, 'http://127.0.0.1')}/oauth/callback/${platform}`
}
