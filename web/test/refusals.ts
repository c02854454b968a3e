import type { Chromium } from '../../server/test/browser/chromium.ts'

/**
 * Lets a browser complain of refusals with these statuses: it tells of every one, also of those that a test is about. Answers a
 * function that ends this.
 */
export function forgiveRefusals(browser: Chromium, ...statuses: number[]): () => void {
  return browser.forgive(new RegExp(`responded with a status of (${statuses.join('|')}) `))
}
