/**
 * The address to which a network redirects people back. It is registered there, so it never changes. On a person's own
 * machine it has an IP address in place of a name, because some networks do not redirect to `localhost`; from there the
 * server redirects the browser to PUBLIC_URL.
 */
export function callbackUrl(publicUrl: string, platform: string): string {
  return `${publicUrl.replace(/^http:\/\/localhost(?=[:/]|$)/, 'http://127.0.0.1')}/oauth/callback/${platform}`
}
