/** The public address of the page that `readGuide` reads. */
export function guideUrl(publicUrl: string, platform: string): string {
  return `${publicUrl.replace(/\/$/, '')}/docs/networks/${platform}`
}
