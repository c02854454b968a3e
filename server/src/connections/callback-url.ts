/** The address to which a network sends people back. It is registered there, so it never changes. */
export function callbackUrl(publicUrl: string, platform: string): string {
  return `${publicUrl}/oauth/callback/${platform}`
}
