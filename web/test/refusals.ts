import type { Chromium } from '../../server/test/browser/chromium.ts'

/** Lets a browser complain of refusals with these statuses: it tells of every one, also of those that a test is about. */
export function forgiveRefusals(browser: Chromium, ...statuses: number[]): void {
  browser.forgive(new RegExp(`responded with a status of (${statuses.join('|')}) `))
}
