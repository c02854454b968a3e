import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Role } from '../../server/src/callers/roles.ts'
import { beginAgain, newPerson, type Person } from '../../server/test/app/person.ts'
import { type Chromium, type ChromiumOptions, startChromium } from '../../server/test/browser/chromium.ts'
import type { House } from '../../server/test/house.ts'

export interface OpenApp extends Person {
  readonly page: Page
  readonly browser: Chromium
  /** Goes to another address of the app by loading it anew. */
  goTo(path: string): Promise<void>
  /** Ends the browser. Fails where a page complained, broke its policy, or asked another host for anything (check 24). */
  close(): Promise<void>
}

export interface OpenAppOptions {
  readonly path?: string
  readonly role?: Role
  /** The person who is signed in; a new one unless given. */
  readonly person?: Person
  /** `test` unless given: the accounts of most tests are practice accounts. */
  readonly mode?: 'live' | 'test'
  readonly device?: ChromiumOptions['device']
  /** Whether the app may keep its files, as it does for everybody, to be opened without a network. */
  readonly keepsFiles?: boolean
}

export const desktop = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
}
export const phone = {
  viewport: { width: 360, height: 740 },
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
  hasTouch: true,
}

/** Opens the app as a person who is signed in, in a browser of their own. */
export async function openApp(house: House, options: OpenAppOptions = {}): Promise<OpenApp> {
  const { path = '/calendar', role = 'owner', mode = 'test', device = desktop, keepsFiles = false } = options
  const person = options.person ?? (await newPerson(house, role))
  const { cookies } = await beginAgain(house, person)
  const modeAt = JSON.stringify(`crier-mode-${house.workspaceId}`)
  const browser = await startChromium({
    device,
    keepsFiles,
    mayFollow: true,
    cookies: [...cookies].map(([name, value]) => ({ name, value, url: appUrl(house) })),
    // An empty window has no store.
    script: `if (location.protocol !== 'about:') {
      localStorage.setItem('crier-workspace', '${house.workspaceId}')
      if (localStorage.getItem(${modeAt}) === null) localStorage.setItem(${modeAt}, '${mode}')
    }`,
  })
  const page = await browser.open(appUrl(house) + path)
  return {
    ...person,
    page,
    browser,
    goTo: async (next) => {
      await page.goto(appUrl(house) + next)
    },
    close: async () => {
      await browser.close()
      expect(browser.complaints).toEqual([])
      expect(browser.strangers).toEqual([])
    },
  }
}

/** The address under which people reach the app of a house; cookies belong to its name. */
export function appUrl(house: House): string {
  return house.context.config.publicUrl
}
