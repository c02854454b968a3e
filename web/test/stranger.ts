import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Chromium, type ChromiumOptions, startChromium } from '../../server/test/browser/chromium.ts'
import type { House } from '../../server/test/house.ts'
import { appUrl, desktop } from './open-app.ts'

/** A browser in which nobody is signed in. */
export interface Stranger {
  readonly page: Page
  readonly browser: Chromium
  goTo(path: string): Promise<void>
  /** Ends the browser. Fails where a page complained, broke its policy, or asked another host for anything. */
  close(): Promise<void>
}

/** Opens the app for somebody who is not signed in. */
export async function openStranger(
  house: House,
  path: string,
  device: ChromiumOptions['device'] = desktop,
): Promise<Stranger> {
  const browser = await startChromium({ device, mayFollow: true })
  const page = await browser.open(appUrl(house) + path)
  return {
    page,
    browser,
    goTo: async (next) => {
      await page.goto(appUrl(house) + next)
    },
    close: () => closeQuietly(browser),
  }
}

/**
 * Ends a browser. Fails where a page complained, broke its policy, or asked another host for anything. The browser itself tells
 * of every answer that refuses, such as that of a wrong password or of nobody's session; those are no complaints.
 */
export async function closeQuietly(browser: Chromium): Promise<void> {
  await browser.close()
  browser.forgive(/the server responded with a status of 4\d\d/)
  expect(browser.complaints).toEqual([])
  expect(browser.strangers).toEqual([])
}

/** Gives the browser a device that makes passkeys and confirms them by itself. */
export async function addPlatformAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
}
