import type { Chromium } from '../../server/test/browser/chromium.ts'

/** Takes the refusals of these statuses off the complaints of a browser: it tells of every one, also of those a test is about. */
export function forgiveRefusals(browser: Chromium, ...statuses: number[]): void {
  const complaints = browser.complaints as string[]
  const isForgiven = (text: string) =>
    statuses.some((status) => text.includes(`responded with a status of ${status} `))
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !isForgiven(text)))
}
